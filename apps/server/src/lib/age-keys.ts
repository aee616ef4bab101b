import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { decodeBech32, encodeBech32 } from '#lib/bech32.ts';

const keyLength = 32;
const recipientPrefix = 'age';
const identityPrefix = 'age-secret-key-';

/** The key that opens files of age: a private key of X25519. */
export interface AgeIdentity {
  /** The public key that belongs to it: `age1…`. */
  readonly recipient: string;
  readonly privateKey: KeyObject;
}

/** The shape of a recipient, a public key of X25519 as age writes it: 62 characters. */
export const recipientShape = /^age1[02-9ac-hj-np-z]{58}$/;

/** The bytes that DER has before the 32 bytes of a key of X25519 (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');

/** @param raw 32 bytes */
export const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: 'der', type: 'spki' });

/** The 32 bytes of a public key, or of the one that belongs to a private key. */
export const rawOf = (key: KeyObject): Buffer => {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
};

/**
 * Tells whether a public key is safe to encrypt to: points of low order lead to the secret zero, so that anybody could
 * decrypt it (RFC 7748, section 6.1). OpenSSL refuses to derive it.
 */
const keepsSecrets = (publicKey: KeyObject): boolean => {
  try {
    diffieHellman({ privateKey: generateKeyPairSync('x25519').privateKey, publicKey });
    return true;
  } catch {
    return false;
  }
};

/** The public key of `age1…`; undefined where it is none, mistyped, or one that keeps nothing secret. */
export const readRecipient = (text: string): KeyObject | undefined => {
  const raw = recipientShape.test(text) ? decodeBech32(recipientPrefix, text) : undefined;
  const key = raw?.length === keyLength ? publicKeyOf(raw) : undefined;
  return key !== undefined && keepsSecrets(key) ? key : undefined;
};

const identityOf = (privateKey: KeyObject): AgeIdentity => ({
  recipient: encodeBech32(recipientPrefix, rawOf(privateKey)),
  privateKey,
});

const readIdentity = (line: string): AgeIdentity | undefined => {
  const raw = decodeBech32(identityPrefix, line);
  if (raw?.length !== keyLength) return undefined;
  const key = Buffer.concat([privatePrefix, raw]);
  return identityOf(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
};

/**
 * Reads the format of `age-keygen`: an identity on each line, and comments that begin with `#`.
 *
 * @returns undefined where a line is neither, or there is no identity
 */
export const readIdentities = (text: string): AgeIdentity[] | undefined => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const identities = lines.map((line) => readIdentity(line)).filter((identity) => identity !== undefined);
  return identities.length > 0 && identities.length === lines.length ? identities : undefined;
};

/** Creates an identity. @returns what `age-keygen` would write of it, and its recipient */
export const createIdentity = (now: Date): { readonly text: string; readonly recipient: string } => {
  const { privateKey } = generateKeyPairSync('x25519');
  const { recipient } = identityOf(privateKey);
  const raw = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(privatePrefix.length);
  const secret = encodeBech32(identityPrefix, raw).toUpperCase();
  return {
    text: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${secret}\n`,
    recipient,
  };
};
