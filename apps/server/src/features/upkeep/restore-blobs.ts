import type { Db } from '#db/database.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { readLineFile } from '#lib/line-files.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import type { BackupsToRead } from '#ports/backup-store.ts';
import { BlobAbsentError, type BlobKey, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { BlobAlteredError, type CopiedBlob, copyBlob, examineBlob } from '#ports/copy-blob.ts';
import { decryptingBlobs } from './backup-encryption.ts';
import { contentsOf } from './blob-rows.repo.ts';
import { type Manifest, savedBlob, type SavedBlob } from './backup.types.ts';

/** Blobs that are copied at once. */
const atOnce = 4;

/** Tells whether a place has a blob, byte for byte. */
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
 * Copies a blob of a backup, unless it is there.
 *
 * @param contents what it has to be; undefined: nothing is on record of it
 * @throws BlobAbsentError; BlobAlteredError where it is something else: nothing is written then
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
  /** Of the backup's blobs. */
  readonly list: string;
  /** Opens them; undefined: they are not encrypted. */
  readonly identity: AgeIdentity | undefined;
  /** Counts what came. */
  readonly fetched: { count: number; bytes: number };
  /** Gets what the backup itself lacks. */
  readonly damaged: Manifest['damaged'];
}

/**
 * Copies what the target lacks, and what it has otherwise than the rows say. A list of encrypted blobs has no checksums of
 * their contents, and everybody can encrypt to a public key: the rows alone tell which contents are those of a file.
 */
export const fetchBlobs = async (
  backups: BackupsToRead,
  to: BlobStore,
  { db, list, identity, fetched, damaged }: Fetching,
): Promise<void> => {
  const slot = createSemaphore(atOnce);
  const blobs = identity === undefined ? backups.blobs : await backups.encryptedTo(identity.recipient);
  const fetchOne = async (saved: SavedBlob, onRecord: CopiedBlob | undefined): Promise<void> => {
    const { key, size, sha256 } = saved;
    try {
      const from = identity === undefined ? blobs : decryptingBlobs(blobs, identity, sha256);
      const contents = onRecord ?? (identity === undefined ? saved : undefined);
      await fetchBlob({ from, to }, normaliseKey(key), contents);
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
