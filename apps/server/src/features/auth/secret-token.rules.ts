import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits. */
const tokenBytes = 32;

export const createSecretToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** What is kept of a secret of so many random bits: it needs no salt and no slow hash. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
