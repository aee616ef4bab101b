import { createHash, type KeyObject } from 'node:crypto';
import {
  AgeDamagedError,
  AgeIdentityError,
  createAgeDecryptor,
  createAgeEncryptor,
  throughAge,
} from '#lib/age.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import type { BlobBytes, BlobKey, BlobStore } from '#ports/blob-store.ts';
import { BlobAlteredError, type CopiedBlob } from '#ports/copy-blob.ts';

/** The public key that a backup is encrypted to. */
export interface Recipient {
  /** `age1…` */
  readonly name: string;
  readonly key: KeyObject;
}

/**
 * Encrypts a blob into another store, durably, under the same key. Bytes with a wrong checksum never become a blob
 * there.
 *
 * @param sha256 the expected checksum before encryption; undefined skips the check
 * @returns the encrypted blob
 * @throws BlobAbsentError if `from` has no such blob; BlobAlteredError
 */
export const encryptBlob = async (
  {
    from,
    to,
    recipient,
  }: { readonly from: BlobStore; readonly to: BlobStore; readonly recipient: Recipient },
  key: BlobKey,
  sha256?: string,
): Promise<CopiedBlob> => {
  const [plain, encrypted] = [createHash('sha256'), createHash('sha256')];
  const heard = async function* (pieces: BlobBytes): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      plain.update(piece);
      yield piece;
    }
  };
  const writer = await to.stage(key, 0);
  try {
    const encryptor = createAgeEncryptor(recipient.key);
    for await (const piece of throughAge(heard(await from.read(key)), encryptor)) {
      encrypted.update(piece);
      await writer.write(piece);
    }
    if (sha256 !== undefined && plain.digest('hex') !== sha256)
      throw new BlobAlteredError(`The bytes of the blob ${key} are not what was stored.`);
    const size = writer.position;
    await writer.flush();
    await writer.close();
    await to.publish(key, size);
    return { size, sha256: encrypted.digest('hex') };
  } catch (error) {
    await writer.close();
    await to.discard(key).catch(() => undefined);
    throw error;
  }
};

/**
 * Decrypts blobs while they are read. A failure is thrown as BlobAlteredError, at the end of the blob at the
 * latest.
 *
 * @param encrypted the expected SHA-256 of the encrypted bytes; undefined skips the check
 */
export const decryptingBlobs = (
  blobs: Pick<BlobStore, 'read'>,
  identity: AgeIdentity,
  encrypted?: string,
): Pick<BlobStore, 'read'> => ({
  read: async (key) => {
    const bytes = await blobs.read(key);
    const hash = createHash('sha256');
    const heard = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of bytes) {
        hash.update(piece);
        yield piece;
      }
    };
    const opened = async function* (): AsyncGenerator<Buffer> {
      try {
        yield* throughAge(heard(), createAgeDecryptor(identity));
      } catch (error) {
        if (error instanceof AgeDamagedError || error instanceof AgeIdentityError)
          throw new BlobAlteredError(`The blob ${key} cannot be decrypted.`, { cause: error });
        throw error;
      }
      if (encrypted !== undefined && hash.digest('hex') !== encrypted)
        throw new BlobAlteredError(`The bytes of the blob ${key} are not what was saved.`);
    };
    return Object.assign(opened(), { close: bytes.close });
  },
});

/**
 * Returns the identity that opens a backup; undefined if it is not encrypted, and no identity was given.
 *
 * @param refuse throws a sentence for people
 */
export const identityFor = (
  { name, encrypted_to: recipient }: { readonly name: string; readonly encrypted_to?: string | undefined },
  identities: readonly AgeIdentity[],
  refuse: (sentence: string) => never,
): AgeIdentity | undefined => {
  // An encrypted backup may have been replaced by a forged plain one.
  if (recipient === undefined && identities.length > 0)
    return refuse(`The backup ${name} is not encrypted. Leave out --identity to use it all the same.`);
  if (recipient === undefined) return undefined;
  const found = identities.find((identity) => identity.recipient === recipient);
  if (found !== undefined) return found;
  if (identities.length === 0)
    return refuse(
      `The backup ${name} is encrypted. Add --identity FILE with the file that holds the private key of ${recipient}.`,
    );
  const others = identities.map((identity) => identity.recipient).join(', ');
  return refuse(
    `The identity does not open the backup ${name}: that is encrypted to ${recipient}, and the identity is of ${others}.`,
  );
};
