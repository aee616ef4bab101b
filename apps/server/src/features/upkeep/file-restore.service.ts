import { existsSync } from 'node:fs';
import type { Db } from '#db/database.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import type { ReadBackups } from '#ports/backup-shelf.ts';
import { BlobAbsentError, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { BlobAlteredError, copyBlob } from '#ports/copy-blob.ts';
import type { BlobVerifier } from './blob-verifier.service.ts';
import { knowsDamage } from './blob-rows.repo.ts';
import { eachDamagedBlob, findBlobOfItem, findFileAt } from './damage.repo.ts';
import type { BlobOnRecord } from './damage.types.ts';
import { listNames } from './manifests.service.ts';
import { RestoreRefusedError } from './restore-target.service.ts';

/** Blobs that are copied at once. */
const atOnce = 4;

export interface FileRestoreDeps {
  readonly db: Db;
  /** Where files are kept. */
  readonly blobs: BlobStore;
  readonly verifier: BlobVerifier;
  readonly readBackups: ReadBackups;
}

/** What came of bringing files back. */
export interface FilesRestored {
  readonly restored: number;
  /** Files that were sound already. */
  readonly sound: number;
  /** Files whose bytes no backup there has as they were stored. */
  readonly lacking: number;
}

export interface FileRestoreRequest {
  /** Where backups are kept. */
  readonly root: string;
  /** The blobs to look at; undefined: all that are marked as damaged. */
  readonly blobs?: readonly BlobOnRecord[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Whether the database is of a version that knows which files are damaged. */
export const canRestoreFiles = (db: Db): Promise<boolean> => knowsDamage(db);

/** The blob of a file. @param file its id, or EMAIL:/path/to/file */
export const findStoredFile = async (db: Db, file: string): Promise<BlobOnRecord | undefined> => {
  const colon = file.indexOf(':');
  const id =
    colon < 0 ? file : await findFileAt(db, { email: file.slice(0, colon), path: file.slice(colon + 1) });
  return id === undefined ? undefined : findBlobOfItem(db, id);
};

const pagesOf = (
  db: Db,
  blobs: readonly BlobOnRecord[] | undefined,
): AsyncIterable<readonly BlobOnRecord[]> | Iterable<readonly BlobOnRecord[]> =>
  blobs === undefined ? eachDamagedBlob(db) : [blobs];

/**
 * Brings the bytes of damaged files back from a folder of backups. Its backups share each blob, so that what one of them has
 * all have. Bytes take the place of the damaged ones only when they are what was stored, by their SHA-256.
 *
 * @throws RestoreRefusedError where there is no backup, or one is being made; BlobStoreError where a store fails
 */
export const restoreFiles = async (
  { db, blobs, verifier, readBackups }: FileRestoreDeps,
  { root, blobs: wanted, signal }: FileRestoreRequest,
): Promise<FilesRestored> => {
  // Looked at first: opening the folder for reading makes of another one a folder of backups.
  if (!existsSync(root) || (await listNames(root)).length === 0)
    throw new RestoreRefusedError(`There is no backup in ${root}.`);
  const shelf = await readBackups(root);
  if (shelf === undefined)
    throw new RestoreRefusedError(`A backup is being made in ${root}. Wait until it is done.`);
  const counts = { restored: 0, sound: 0, lacking: 0 };
  const slot = createSemaphore(atOnce);
  const restore = async (blob: BlobOnRecord): Promise<keyof FilesRestored> => {
    signal?.throwIfAborted();
    const before = await verifier.examine(blob, { signal });
    await verifier.note(blob, before);
    if (before === 'sound') return before;
    const key = normaliseKey(blob.key);
    try {
      await copyBlob({ from: shelf.blobs, to: blobs }, key, blob.sha256);
    } catch (error) {
      if (error instanceof BlobAbsentError || error instanceof BlobAlteredError) return 'lacking';
      throw error;
    }
    const state = await verifier.examine(blob, { signal });
    await verifier.note(blob, state);
    return state === 'sound' ? 'restored' : 'lacking';
  };
  try {
    for await (const page of pagesOf(db, wanted))
      for (const outcome of await Promise.all(page.map((blob) => slot(() => restore(blob)))))
        counts[outcome] += 1;
    return counts;
  } finally {
    shelf.release();
  }
};
