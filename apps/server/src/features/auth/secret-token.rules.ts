import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits. */
const tokenBytes = 32;

export const createSecretToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Returns the stored hash of a secret token: that many random bits need no salt and no slow hash. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
