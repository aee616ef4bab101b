import type { AgeIdentity } from '#lib/age-keys.ts';
import { readLineFile } from '#lib/line-files.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import type { BackupsToRead } from '#ports/backup-store.ts';
import { BlobAbsentError, type BlobKey, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { BlobAlteredError, copyBlob, examineBlob } from '#ports/copy-blob.ts';
import { decryptingBlobs } from './backup-encryption.ts';
import { type Manifest, savedBlob, type SavedBlob } from './backup.types.ts';

/** Blobs that are copied at once. */
const atOnce = 4;

/** Tells whether a store has a blob with these bytes. */
const isThere = async (
  blobs: BlobStore,
  key: BlobKey,
  { size, sha256 }: Pick<SavedBlob, 'size' | 'sha256'>,
): Promise<boolean> => {
  if ((await blobs.size(key)) !== size) return false;
  try {
    return (await examineBlob(blobs, key)).sha256 === sha256;
  } catch (error) {
    if (error instanceof BlobAbsentError) return false;
    throw error;
  }
};

type ReadBlobs = Pick<BlobStore, 'read'>;

/** Copies a blob of an unencrypted backup, unless it exists. */
const fetchPlain = async (from: ReadBlobs, to: BlobStore, saved: SavedBlob): Promise<void> => {
  const key = normaliseKey(saved.key);
  if (!(await isThere(to, key, saved))) await copyBlob({ from, to }, key, saved.sha256);
};

/** Decrypts a blob of a backup, unless it exists; the checksum of its decrypted bytes is not on record. */
const fetchEncrypted = async (
  blobs: ReadBlobs,
  to: BlobStore,
  { saved, identity }: { readonly saved: SavedBlob; readonly identity: AgeIdentity },
): Promise<void> => {
  const key = normaliseKey(saved.key);
  const from = decryptingBlobs(blobs, identity, saved.sha256);
  if ((await to.size(key)) !== undefined && (await isThere(to, key, await examineBlob(from, key)))) return;
  await copyBlob({ from, to }, key);
};

/**
 * Copies blobs that are missing or altered in the target.
 *
 * @param list of the backup's blobs
 * @param identity decrypts them; undefined if they are not encrypted
 * @returns what was copied, and what the backup itself lacks
 */
export const fetchBlobs = async (
  backups: BackupsToRead,
  to: BlobStore,
  { list, identity }: { readonly list: string; readonly identity: AgeIdentity | undefined },
): Promise<{ fetched: Manifest['blobs']; damaged: Manifest['damaged'] }> => {
  const fetched = { count: 0, bytes: 0 };
  const damaged: Manifest['damaged'] = [];
  const slot = createSemaphore(atOnce);
  const from = identity === undefined ? backups.blobs : await backups.encryptedTo(identity.recipient);
  const fetchOne = async (saved: SavedBlob): Promise<void> => {
    const { key } = saved;
    try {
      await (identity === undefined
        ? fetchPlain(from, to, saved)
        : fetchEncrypted(from, to, { saved, identity }));
      fetched.count += 1;
      fetched.bytes += saved.size;
    } catch (error) {
      if (error instanceof BlobAbsentError) damaged.push({ key, reason: 'absent' });
      else if (error instanceof BlobAlteredError) damaged.push({ key, reason: 'altered' });
      else throw error;
    }
  };
  for await (const lines of readLineFile(list)) {
    const saved = lines.map((line) => savedBlob.parse(JSON.parse(line)));
    await Promise.all(saved.map((blob) => slot(() => fetchOne(blob))));
  }
  return { fetched, damaged };
};
