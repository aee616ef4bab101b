import { createHmac, randomBytes } from 'node:crypto';
import { encodeBase32 } from '#lib/base32.ts';

/** Bytes of chance in a one-time code: 136 bits. */
const codeBytes = 17;

/** `ABCD-EFGH-…`: what can be read out and typed in. */
const written = (bytes: Uint8Array): string =>
  encodeBase32(bytes)
    .match(/.{1,4}/g)
    ?.join('-') ?? '';

export const makeSetupCode = (): string => written(randomBytes(codeBytes));

/** Derives the code that all servers with the same secret key have; it reveals nothing of the key. */
export const sharedSetupCode = (secretKey: Uint8Array): string =>
  written(createHmac('sha256', secretKey).update('holdall setup code').digest().subarray(0, codeBytes));
