import type { Db } from '#db/database.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { readLineFile } from '#lib/line-files.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import type { BackupsToRead } from '#ports/backup-store.ts';
import { BlobAbsentError, type BlobKey, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { BlobAlteredError, type CopiedBlob, copyBlob, examineBlob } from '#ports/copy-blob.ts';
import { decryptingBlobs } from './backup-encryption.ts';
import { type ContentOnRecord, contentsOf } from './blob-rows.repo.ts';
import { createDatabaseStore } from '#features/storage/index.ts';
import { type Manifest, savedBlob, type SavedBlob } from './backup.types.ts';

/** Blobs that are copied at once. */
const atOnce = 4;

/** Tells whether a store has a blob with these bytes. */
const isThere = async (blobs: BlobStore, key: BlobKey, { size, sha256 }: CopiedBlob): Promise<boolean> => {
  if ((await blobs.size(key)) !== size) return false;
  try {
    return (await examineBlob(blobs, key)).sha256 === sha256;
  } catch (error) {
    if (error instanceof BlobAbsentError) return false;
    throw error;
  }
};

/**
 * Copies a blob of a backup, unless it exists.
 *
 * @param contents the expected bytes; undefined skips the check
 * @throws BlobAbsentError; BlobAlteredError for other bytes, of which nothing is written
 */
const fetchBlob = async (
  { from, to }: { readonly from: Pick<BlobStore, 'read'>; readonly to: BlobStore },
  key: BlobKey,
  contents: CopiedBlob | undefined,
): Promise<void> => {
  const isTaken = contents === undefined && (await to.size(key)) !== undefined;
  const wanted = isTaken ? await examineBlob(from, key) : contents;
  if (wanted === undefined || !(await isThere(to, key, wanted)))
    await copyBlob({ from, to }, key, wanted?.sha256);
};

export interface Fetching {
  /** The rows that are restored. */
  readonly db: Db;
  /** The list of the backup's blobs. */
  readonly list: string;
  /** Decrypts them; undefined if they are not encrypted. */
  readonly identity: AgeIdentity | undefined;
  /** Counts the copied blobs. */
  readonly fetched: { count: number; bytes: number };
  /** Receives blobs that the backup itself lacks. */
  readonly damaged: Manifest['damaged'];
}

/**
 * Copies blobs that are missing in the target, or in the database where their rows say so, or that differ from their rows. A
 * list of encrypted blobs has no checksums of their contents, and anybody can encrypt to a public key, so only the rows tell
 * which contents belong to a file.
 */
export const fetchBlobs = async (
  backups: BackupsToRead,
  to: BlobStore,
  { db, list, identity, fetched, damaged }: Fetching,
): Promise<void> => {
  const slot = createSemaphore(atOnce);
  const blobs = identity === undefined ? backups.blobs : await backups.encryptedTo(identity.recipient);
  const inDatabase = createDatabaseStore(db);
  const fetchOne = async (saved: SavedBlob, onRecord: ContentOnRecord | undefined): Promise<void> => {
    const { key, size, sha256 } = saved;
    try {
      const from = identity === undefined ? blobs : decryptingBlobs(blobs, identity, sha256);
      const contents = onRecord ?? (identity === undefined ? saved : undefined);
      await fetchBlob(
        { from, to: onRecord?.store_id === null ? inDatabase : to },
        normaliseKey(key),
        contents,
      );
      fetched.count += 1;
      fetched.bytes += size;
    } catch (error) {
      if (error instanceof BlobAbsentError) damaged.push({ key, reason: 'absent' });
      else if (error instanceof BlobAlteredError) damaged.push({ key, reason: 'altered' });
      else throw error;
    }
  };
  for await (const lines of readLineFile(list)) {
    const page = lines.map((line) => savedBlob.parse(JSON.parse(line)));
    const keys = page.map(({ key }) => key);
    const onRecord = await contentsOf(db, keys);
    await Promise.all(page.map((saved) => slot(() => fetchOne(saved, onRecord.get(saved.key)))));
  }
};
