import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** The DER header of an Ed25519 public key (RFC 8410); the 32 bytes of the key follow. */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

const read = (text: string): KeyObject | undefined => {
  try {
    if (text.includes('-----BEGIN')) return createPublicKey(text.replaceAll(String.raw`\n`, '\n'));
    const bytes = Buffer.from(text, 'base64');
    const der = bytes.length === 32 ? Buffer.concat([spkiHead, bytes]) : bytes;
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
};

/** A distributor's public key: PEM, or base64 of the key itself or of its usual form. */
export const licenceKey = z.string().transform((text, context) => {
  const key = read(text.trim());
  if (key?.asymmetricKeyType === 'ed25519') return key;
  context.addIssue('must be an Ed25519 public key, as PEM or in base64');
  return z.NEVER;
});
