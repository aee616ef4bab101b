import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';

const algorithm = 'aes-256-gcm';
export const sealerKeyBytes = 32;
/** NIST SP 800-38D, section 8.2.2: random nonces of 96 bits serve for 2^32 secrets of one key. */
const nonceBytes = 12;
const tagBytes = 16;
/** Version of the format: nonce, ciphertext and tag in base64url. */
const version = 'v1:';

/** Seals by AES-256-GCM with the context as additional data. @param key 32 bytes */
export const createAesSealer = (key: Uint8Array): Sealer => {
  if (key.length !== sealerKeyBytes) throw new Error(`A secret key has ${sealerKeyBytes} bytes.`);
  return {
    seal: (text, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return version + bytes.toString('base64url');
    },
    open: (sealed, context) => {
      if (!sealed.startsWith(version)) throw new UnsealableError();
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
      if (bytes.length < nonceBytes + tagBytes) throw new UnsealableError();
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new UnsealableError({ cause });
      }
    },
  };
};
