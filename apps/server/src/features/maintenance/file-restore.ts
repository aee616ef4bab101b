import { existsSync } from 'node:fs';
import type { Db } from '#db/database.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import { moveRow, type Stores } from '#features/storage/index.ts';
import type { BackupsToRead, ReadBackups } from '#ports/backup-store.ts';
import {
  BlobAbsentError,
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  normaliseKey,
} from '#ports/blob-store.ts';
import { BlobAlteredError, copyBlob } from '#ports/copy-blob.ts';
import { decryptingBlobs } from './backup-encryption.ts';
import type { BlobState, BlobVerifier } from './blob-verifier.service.ts';
import { eachDamagedBlob, findBlobOfItem, findFileAt } from './damage.repo.ts';
import type { BlobOnRecord } from './damage.types.ts';
import { listNames } from './manifests.ts';
import { RestoreRefusedError } from './restore-target.ts';

/** Blobs that are copied at once. */
const atOnce = 4;

export interface FileRestoreDeps {
  readonly db: Db;
  /** The stores of files. */
  readonly stores: Pick<Stores, 'active' | 'alone' | 'get' | 'rows'>;
  readonly verifier: BlobVerifier;
  readonly readBackups: ReadBackups;
}

/** The result of restoring files. */
export interface FilesRestored {
  readonly restored: number;
  /** Files that were intact already. */
  readonly sound: number;
  /** Files that no backup has intact. */
  readonly lacking: number;
  /** Files that may be in encrypted backups without a given identity, and are in no other. */
  readonly encrypted: number;
}

export interface FileRestoreRequest {
  /** The folder of backups. */
  readonly root: string;
  /** The blobs to restore; undefined for all that are marked as damaged. */
  readonly blobs?: readonly BlobOnRecord[] | undefined;
  /** Identities for encrypted backups. */
  readonly identities: readonly AgeIdentity[];
  readonly signal?: AbortSignal | undefined;
}

/** Finds the blob of a file. @param file its id, or EMAIL:/path/to/file */
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

interface Sources {
  /** Stores that can be read. */
  readonly open: readonly Pick<BlobStore, 'read'>[];
  /** Stores that are encrypted to a recipient without a given identity. */
  readonly closed: readonly Pick<BlobStore, 'size'>[];
}

/**
 * Returns the stores of blobs in a folder of backups, unencrypted ones first.
 *
 * @throws RestoreRefusedError for an identity that opens none
 */
const sourcesOf = async (
  backups: BackupsToRead,
  { root, identities }: Pick<FileRestoreRequest, 'root' | 'identities'>,
): Promise<Sources> => {
  const [open, closed]: [Pick<BlobStore, 'read'>[], Pick<BlobStore, 'size'>[]] = [[backups.blobs], []];
  const recipients = await backups.recipients();
  for (const recipient of recipients) {
    const blobs = await backups.encryptedTo(recipient);
    const identity = identities.find((given) => given.recipient === recipient);
    if (identity === undefined) closed.push(blobs);
    else open.push(decryptingBlobs(blobs, identity));
  }
  if (identities.length > 0 && open.length === 1)
    throw new RestoreRefusedError(
      `The identity opens no backup in ${root}: it is of ${identities.map((identity) => identity.recipient).join(', ')}, and ${
        recipients.length === 0 ? 'none is encrypted' : `they are encrypted to ${recipients.join(', ')}`
      }.`,
    );
  return { open, closed };
};

/** Copies a blob from the first store that has it intact. @returns whether one had it */
const copyFromAny = async (
  sources: Sources['open'],
  to: BlobStore,
  { key, sha256 }: { readonly key: BlobKey; readonly sha256: string },
): Promise<boolean> => {
  for (const from of sources)
    try {
      await copyBlob({ from, to }, key, sha256);
      return true;
    } catch (error) {
      if (!(error instanceof BlobAbsentError || error instanceof BlobAlteredError)) throw error;
    }
  return false;
};

const holdsAny = async (sources: Sources['closed'], key: BlobKey): Promise<boolean> => {
  for (const blobs of sources) if ((await blobs.size(key)) !== undefined) return true;
  return false;
};

/**
 * Restores damaged files from a folder of backups, which share their blobs. Damaged bytes are replaced only by
 * bytes with the original SHA-256, in the database or in the store of new files: a former one may be gone.
 *
 * @throws RestoreRefusedError if there is no backup, or one is being made; BlobStoreError if a store fails
 */
export const restoreFiles = async (
  { db, stores, verifier, readBackups }: FileRestoreDeps,
  { root, blobs: wanted, identities, signal }: FileRestoreRequest,
): Promise<FilesRestored> => {
  // Checked first, because opening any other folder would turn it into one of backups.
  if (!existsSync(root) || (await listNames(root)).length === 0)
    throw new RestoreRefusedError(`There is no backup in ${root}.`);
  const backups = await readBackups(root);
  if (backups === undefined)
    throw new RestoreRefusedError(`A backup is being made in ${root}. Wait until it is done.`);
  const counts = { restored: 0, sound: 0, lacking: 0, encrypted: 0 };
  const slot = createSemaphore(atOnce);
  /** @returns undefined where a former store fails, from which nothing is known */
  const stateOf = async (blob: BlobOnRecord): Promise<BlobState | undefined> => {
    try {
      return await verifier.examine(blob, { signal });
    } catch (error) {
      const isFormer = stores.rows().some(({ id, state }) => id === blob.store_id && state !== 'active');
      if (isFormer && error instanceof BlobStoreError) return undefined;
      throw error;
    }
  };
  /** Small contents come back into the database, all others into the store of new files. */
  const targetOf = async ({ store_id: id }: BlobOnRecord) => {
    if (id === null) return { id, blobs: stores.get(id) };
    const active = await stores.active();
    return { id: active.id, blobs: await stores.alone(active.id) };
  };
  const restore = async ({ open, closed }: Sources, blob: BlobOnRecord): Promise<keyof FilesRestored> => {
    signal?.throwIfAborted();
    const before = await stateOf(blob);
    if (before !== undefined) await verifier.record(blob, before);
    if (before === 'sound') return before;
    const key = normaliseKey(blob.key);
    const { id: to, blobs } = await targetOf(blob);
    if (!(await copyFromAny(open, blobs, { key, sha256: blob.sha256 })))
      return (await holdsAny(closed, key)) ? 'encrypted' : 'lacking';
    if (blob.store_id !== null && to !== null && blob.store_id !== to)
      await moveRow(db, 'blobs', { id: blob.id, key, from: blob.store_id, to });
    const restored = { ...blob, store_id: to };
    const state = await verifier.examine(restored, { signal });
    await verifier.record(restored, state);
    return state === 'sound' ? 'restored' : 'lacking';
  };
  try {
    const sources = await sourcesOf(backups, { root, identities });
    for await (const page of pagesOf(db, wanted))
      for (const outcome of await Promise.all(page.map((blob) => slot(() => restore(sources, blob)))))
        counts[outcome] += 1;
    return counts;
  } finally {
    backups.release();
  }
};
