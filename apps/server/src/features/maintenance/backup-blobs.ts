import type { Db } from '#db/database.ts';
import type { Stores } from '#features/storage/index.ts';
import { readLineFile, writeLineFile } from '#lib/line-files.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import type { BackupStore } from '#ports/backup-store.ts';
import {
  BlobAbsentError,
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  normaliseKey,
} from '#ports/blob-store.ts';
import { BlobAlteredError, copyBlob, examineBlob } from '#ports/copy-blob.ts';
import { encryptBlob, type Recipient } from './backup-encryption.ts';
import { eachImage, eachThumbnail, eachUsedBlob } from './blob-rows.repo.ts';
import type { BlobVerifier } from './blob-verifier.service.ts';
import type { BlobOnRecord } from './damage.types.ts';
import type { Manifest, SavedBlob } from './backup.types.ts';
import type { FindEarlierBlob } from './earlier-blobs.ts';

/** Blobs that are copied at once. */
const atOnce = 4;

/** A blob that a backup must contain. Images are on record by name only. */
interface Wanted {
  readonly store_id: string | null;
  readonly key: string;
  readonly size?: number;
  readonly sha256?: string;
  /** The row of a file's blob; undefined for images. */
  readonly row?: BlobOnRecord;
}

/** Lists the blobs that the rows of a backup refer to. */
export const writeWanted = (db: Db, path: string): Promise<void> => {
  const lines = async function* (): AsyncGenerator<string[]> {
    // Images first: there are few of them, and replaced ones are deleted sooner or later.
    for (const read of [eachImage, eachThumbnail])
      for await (const rows of read(db))
        yield rows.map(({ store_id, key }) => JSON.stringify({ store_id, key } satisfies Wanted));
    for await (const rows of eachUsedBlob(db))
      yield rows.map((row) => {
        const { store_id, key, size, sha256 } = row;
        return JSON.stringify({ store_id, key, size, sha256, row } satisfies Wanted);
      });
  };
  return writeLineFile(path, lines());
};

export interface SaveBlobsOptions {
  readonly stores: Stores;
  /** The store of all backups, which this one adds to. */
  readonly to: BlobStore;
  readonly adopt: BackupStore['adopt'];
  /** The key that blobs are encrypted to; undefined if they are not. */
  readonly recipient: Recipient | undefined;
  /** Finds blobs without a checksum in the database, images and all encrypted blobs, in earlier backups. */
  readonly findEarlier: FindEarlierBlob;
  /** Blobs that a verification found missing or altered; existing files with these keys are not trusted. */
  readonly faulty: ReadonlySet<string>;
  /** True if blobs on the same disk are hard-linked. */
  readonly link: boolean;
  readonly verifier: BlobVerifier;
  /** Bytes verified since then need not be read before they are linked; milliseconds since 1970. */
  readonly trustedSince: number;
  /** Aborting it stops the backup, which rejects with its reason. */
  readonly signal: AbortSignal | undefined;
}

export interface Saved {
  readonly total: Manifest['blobs'];
  readonly added: Manifest['blobs'];
  readonly damaged: Manifest['damaged'];
}

const isDamaged = ({ row }: Wanted): boolean => row !== undefined && row.damaged_at !== null;

/** Returns the existing copy of a blob in the backups; undefined if it must be saved. */
const savedBefore = async (
  { to, findEarlier, faulty, recipient }: SaveBlobsOptions,
  key: BlobKey,
  wanted: Wanted,
): Promise<{ size: number; sha256: string } | undefined> => {
  const there = await to.size(key);
  if (there === undefined) return undefined;
  // A damaged original may be hard-linked to its saved copy.
  const isFaulty = faulty.has(key) || isDamaged(wanted);
  const { size, sha256 } = wanted;
  const isOnRecord = recipient === undefined && size !== undefined && sha256 !== undefined;
  const record = isOnRecord ? { size, sha256, isLatest: true } : await findEarlier(key);
  // A plain blob that no backup names is complete all the same, because blobs appear atomically. The contents of an
  // encrypted one without a signed list are unknown, because anybody can encrypt to a public key.
  if (record === undefined) return isFaulty || recipient !== undefined ? undefined : examineBlob(to, key);
  if (there !== record.size) return undefined;
  if (record.isLatest && !isFaulty) return { size: record.size, sha256: record.sha256 };
  const found = await examineBlob(to, key);
  return found.sha256 === record.sha256 ? found : undefined;
};

/** Checks that bytes to be linked are as they were stored. @throws BlobAbsentError, BlobAlteredError */
const expectSound = async (
  { stores, verifier, trustedSince, signal }: SaveBlobsOptions,
  key: BlobKey,
  row: BlobOnRecord,
): Promise<void> => {
  const isTrusted = row.damaged_at === null && (row.verified_at ?? 0) >= trustedSince;
  const size = isTrusted ? await stores.get(row.store_id).size(key) : undefined;
  const state = size === row.size ? 'sound' : await verifier.examine(row, { signal });
  if (state === 'missing') throw new BlobAbsentError('There is no such blob.');
  if (state === 'altered') throw new BlobAlteredError('The blob is not what was stored.');
};

/** Saves one blob; an existing copy stays until it is replaced. @returns the blob, and whether it is new */
const save = async (
  options: SaveBlobsOptions,
  wanted: Wanted,
): Promise<{ blob: SavedBlob; isNew: boolean }> => {
  const { to, adopt, link, recipient } = options;
  const from = options.stores.get(wanted.store_id);
  const key = normaliseKey(wanted.key);
  const images = wanted.sha256 === undefined;
  const before = await savedBefore(options, key, wanted);
  if (before !== undefined) return { blob: { key, ...before, images }, isNew: false };
  if (recipient !== undefined) {
    const encrypted = await encryptBlob({ from, to, recipient }, key, wanted.sha256);
    return { blob: { key, ...encrypted, images }, isNew: true };
  }
  // An altered copy may be hard-linked to the original, so the original is copied to find out.
  const path = link && !options.faulty.has(key) ? await from.localPath(key) : undefined;
  const { row } = wanted;
  if (path !== undefined && row !== undefined) {
    await expectSound(options, key, row);
    if (await adopt(key, path))
      return { blob: { key, size: row.size, sha256: row.sha256, images }, isNew: true };
  }
  const copied = await copyBlob({ from, to }, key, wanted.sha256);
  return { blob: { key, ...copied, images }, isNew: true };
};

/**
 * Saves every listed blob that is missing, and writes the list of the backup.
 *
 * @param wanted the file that `writeWanted` wrote
 * @param list the file to write
 */
export const saveBlobs = async (options: SaveBlobsOptions, wanted: string, list: string): Promise<Saved> => {
  const total = { count: 0, bytes: 0 };
  const added = { count: 0, bytes: 0 };
  const damaged: Manifest['damaged'] = [];
  const slot = createSemaphore(atOnce);

  const saveOne = async (line: string): Promise<string[]> => {
    options.signal?.throwIfAborted();
    const blob = JSON.parse(line) as Wanted;
    try {
      const done = await save(options, blob);
      total.count += 1;
      total.bytes += done.blob.size;
      if (done.isNew) {
        added.count += 1;
        added.bytes += done.blob.size;
      }
      return [JSON.stringify(done.blob)];
    } catch (error) {
      // A lost blob must not prevent saving all others; a failing store must.
      if (error instanceof BlobAbsentError) damaged.push({ key: blob.key, reason: 'absent' });
      else if (error instanceof BlobAlteredError) damaged.push({ key: blob.key, reason: 'altered' });
      else if (error instanceof BlobStoreError) {
        const { explainFailure } = await import('./reachable-stores.ts');
        throw await explainFailure(options.stores, blob.store_id, error);
      } else throw error;
      return [];
    }
  };
  const saved = async function* (): AsyncGenerator<string[]> {
    for await (const lines of readLineFile(wanted))
      yield (await Promise.all(lines.map((line) => slot(() => saveOne(line))))).flat();
  };
  await writeLineFile(list, saved());
  return { total, added, damaged };
};
