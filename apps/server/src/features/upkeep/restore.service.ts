import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trx } from '#db/database.ts';
import { placePostgres, placeSqlite } from '#db/place-snapshot.ts';
import { sqliteFile } from '#db/snapshot.ts';
import { renameInstallation } from '#features/storage/index.ts';
import { sha256OfFile } from '#lib/file-sha256.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { readLineFile } from '#lib/line-files.ts';
import { replaceFile } from '#lib/replace-file.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import type { BackupsToRead } from '#ports/backup-shelf.ts';
import { BlobAbsentError, type BlobKey, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { BlobAlteredError, copyBlob, examineBlob } from '#ports/copy-blob.ts';
import { markName } from '#lib/mark-name.ts';
import { fingerprintOf } from './backup-place.service.ts';
import { backupName, blobList, keyFile, type Manifest, type SavedBlob, savedBlob } from './backup.types.ts';
import {
  claimedOf,
  forgetPicturesOf,
  forgetThumbnailsOf,
  forgetUnused,
  knowsDamage,
  resetDamage,
} from './blob-rows.repo.ts';
import { endAllUploads, forgetJobs, forgetServers } from './integrity.repo.ts';
import { examineSignature } from './manifest-signature.service.ts';
import { folderOf, keyOfBackup, listNames, readManifest } from './manifests.service.ts';
import { checkPlace } from './restore-place.service.ts';
import {
  begunRestore,
  claimTarget,
  refuse,
  RestoreRefusedError,
  type RestoreTarget,
} from './restore-target.service.ts';
import { recordStorage } from './storage-record.repo.ts';

export interface RestoreWish {
  /** Where backups are kept. */
  readonly root: string;
  /** The name of one; undefined: the latest. */
  readonly name: string | undefined;
  /** Goes on although what was sealed cannot be opened by this installation's key. */
  readonly otherKey: boolean;
  /** Goes on where files of the same installation are in the bucket, which no server uses any more. */
  readonly takeOver: boolean;
  /** Whether mails are forgotten that were waiting then. */
  readonly dropMails: boolean;
}

export interface Restored {
  readonly name: string;
  /** Milliseconds since 1970 at which the backup was begun. */
  readonly at: number;
  readonly blobs: Manifest['blobs'];
  /** Blobs that the backup should hold and does not, or not as they were. */
  readonly damaged: Manifest['damaged'];
  /** True if its signature proves that it is what was saved; backups of earlier versions have none. */
  readonly authentic: boolean;
}

/** Blobs that are copied at once. */
const atOnce = 4;

const checkFiles = async (folder: string, { files, database }: Manifest): Promise<void> => {
  const needed = database === 'sqlite' ? [blobList, sqliteFile] : [blobList];
  for (const name of needed)
    if (!files.some((file) => file.name === name))
      refuse(`The backup is damaged: its manifest does not name ${name}.`);
  for (const { name, sha256 } of files) {
    const found = await sha256OfFile(join(folder, name)).catch(() => undefined);
    if (found !== sha256) refuse(`The backup is damaged: ${join(folder, name)} is not what was saved.`);
  }
};

/** @returns whether it is proven that the manifest is what the installation wrote. @throws RestoreRefusedError */
const checkSignature = async (root: string, name: string, target: RestoreTarget): Promise<boolean> => {
  const authenticity = await examineSignature(root, name, target.secretKey ?? keyOfBackup(root, name));
  if (authenticity === 'altered')
    refuse(
      `The manifest of ${name} was changed after the backup was made: its signature is another one. Restore another backup.`,
    );
  return authenticity === 'signed';
};

const checkKey = (manifest: Manifest, { secretKey }: RestoreTarget, otherKey: boolean): void => {
  if (otherKey || (secretKey === undefined && manifest.holds_secret_key)) return;
  if (secretKey !== undefined && fingerprintOf(secretKey) === manifest.secret_key) return;
  refuse(
    'The backup was made with another secret key: second factors, waiting mails and passwords of other services could not be read. Set HOLDALL_SECRET_KEY to the key of then, or add --other-key to go on without them.',
  );
};

/** Whether a place has a blob, byte for byte. */
const isThere = async (blobs: BlobStore, key: BlobKey, { size, sha256 }: SavedBlob): Promise<boolean> => {
  if ((await blobs.size(key)) !== size) return false;
  try {
    return (await examineBlob(blobs, key)).sha256 === sha256;
  } catch (error) {
    if (error instanceof BlobAbsentError) return false;
    throw error;
  }
};

/** Copies what the target lacks, and what it has otherwise than it was saved. @returns what the backup itself lacks */
const fetchBlobs = async (
  shelf: BackupsToRead,
  target: RestoreTarget,
  list: string,
): Promise<{ fetched: Manifest['blobs']; damaged: Manifest['damaged'] }> => {
  const fetched = { count: 0, bytes: 0 };
  const damaged: Manifest['damaged'] = [];
  const slot = createSemaphore(atOnce);
  const fetchOne = async (saved: SavedBlob): Promise<void> => {
    const key = normaliseKey(saved.key);
    try {
      if (!(await isThere(target.blobs, key, saved)))
        await copyBlob({ from: shelf.blobs, to: target.blobs }, key, saved.sha256);
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

/**
 * Puts the key of then in place, where the data directory keeps it. What is sealed in the data directory itself is
 * sealed by that key before.
 */
const placeKey = (root: string, manifest: Manifest, target: RestoreTarget): void => {
  const key =
    manifest.holds_secret_key && target.secretKey === undefined
      ? keyOfBackup(root, manifest.name)
      : undefined;
  target.keepPlace(key);
  if (key !== undefined) replaceFile(join(target.dataDir, keyFile), `${Buffer.from(key).toString('hex')}\n`);
};

const draft = new RegExp(`^(restoring\\.json|secret\\.key|database\\.json|${markName})\\.[0-9a-f]{16}$`);

/** What a kill has left of files that were about to be replaced. */
const dropDrafts = async (dataDir: string): Promise<void> => {
  const folders = [dataDir, join(dataDir, 'blobs')].filter((folder) => existsSync(folder));
  for (const folder of folders)
    for (const name of (await readdir(folder)).filter((entry) => draft.test(entry)))
      await rm(join(folder, name));
};

/** The pictures that a backup holds, by their keys. */
async function* savedPictures(list: string): AsyncGenerator<BlobKey[]> {
  for await (const lines of readLineFile(list)) {
    const saved = lines.map((line) => savedBlob.parse(JSON.parse(line)));
    yield saved.filter(({ pictures }) => pictures).map(({ key }) => normaliseKey(key));
  }
}

/** What belonged to the old place alone: its servers, bytes of unfinished uploads, and what was about to be collected. */
const adaptTo =
  (
    { operator }: RestoreTarget,
    {
      damaged,
      dropMails,
      installation,
      onUnclaimed,
      list,
    }: {
      readonly damaged: Manifest['damaged'];
      /** Of the backup's blobs. */
      readonly list: string;
      /** Told of pictures that were saved and belong to nothing. */
      readonly onUnclaimed: (keys: readonly BlobKey[]) => void;
      readonly dropMails: boolean;
      readonly installation: string;
    },
  ) =>
  async (trx: Trx): Promise<void> => {
    // The one that was saved may live on, and keep its own files.
    await renameInstallation(trx, { name: installation, now: 0 });
    await forgetServers(trx);
    await recordStorage(trx, operator);
    await forgetJobs(trx, dropMails);
    await endAllUploads(trx);
    await forgetUnused(trx);
    const lost = damaged.map(({ key }) => key);
    await forgetThumbnailsOf(trx, lost);
    await forgetPicturesOf(trx, lost);
    if (await knowsDamage(trx)) await resetDamage(trx, lost, Date.now());
    for await (const keys of savedPictures(list)) {
      const claimed = await claimedOf(trx, keys);
      onUnclaimed(keys.filter((key) => !claimed.has(key)));
    }
  };

const restoreFrom = async (
  shelf: BackupsToRead,
  wish: RestoreWish & { readonly name: string },
  target: RestoreTarget,
): Promise<Restored> => {
  const { name } = wish;
  if (!backupName.test(name))
    refuse(
      `There is no backup ${name} in ${wish.root}; holdall backup --list ${wish.root} shows which there are.`,
    );
  const folder = folderOf(wish.root, name);
  const manifest = await readManifest(wish.root, name).catch((error: unknown) => {
    throw new RestoreRefusedError(
      systemErrorCode(error) === 'ENOENT'
        ? `There is no backup ${name} in ${wish.root}; holdall backup --list ${wish.root} shows which there are.`
        : `The backup ${name} in ${wish.root} cannot be read: its manifest is damaged.`,
      { cause: error },
    );
  });
  const authentic = await checkSignature(wish.root, name, target);
  const check = async (): Promise<void> => {
    checkKey(manifest, target, wish.otherKey);
    await checkFiles(folder, manifest);
    const mark = begunRestore(target.dataDir)?.mark;
    await checkPlace(target, { list: join(folder, blobList), mark, takeOver: wish.takeOver });
  };
  const claim = await claimTarget(manifest, target, check);
  await target.blobs.setOwner(claim.mark);
  // Whoever used the place before does so no more: by its empty folder, or by somebody's word.
  for await (const { key } of target.blobs.listSigns()) await target.blobs.dropSign(key);
  const { fetched, damaged } = await fetchBlobs(shelf, target, join(folder, blobList));
  const lost = [...manifest.damaged, ...damaged];
  // Older backups hold thumbnails of files that were deleted for good a moment before.
  const unclaimed: BlobKey[] = [];
  const placing = {
    folder,
    lastMigration: manifest.migrations.at(-1) ?? '',
    mark: claim.mark,
    adapt: adaptTo(target, {
      damaged: lost,
      dropMails: wish.dropMails,
      installation: claim.mark,
      list: join(folder, blobList),
      onUnclaimed: (keys) => unclaimed.push(...keys),
    }),
  };
  await (target.postgres === undefined
    ? placeSqlite(target.sqlitePath, placing)
    : placePostgres(
        target.postgres,
        placing,
        manifest.files.map((file) => file.name),
      ));
  for (const key of unclaimed) await target.blobs.remove(key);
  placeKey(wish.root, manifest, target);
  await dropDrafts(target.dataDir);
  await claim.release();
  return { name, at: Date.parse(manifest.created_at), blobs: fetched, damaged: lost, authentic };
};

/**
 * Makes an installation of a backup: blobs first, then the rows, whole or not at all. One that was interrupted goes
 * on where it was.
 *
 * @throws RestoreRefusedError where there is an installation already, or the backup is not whole
 */
export const restoreBackup = async (wish: RestoreWish, target: RestoreTarget): Promise<Restored> => {
  if (!existsSync(wish.root)) refuse(`There is no folder ${wish.root}.`);
  // Looked at first: opening the folder for reading makes of another one a folder of backups.
  const latest = (await listNames(wish.root))[0] ?? refuse(`There is no backup in ${wish.root}.`);
  const shelf = await target.readBackups(wish.root);
  if (shelf === undefined)
    throw new RestoreRefusedError(`A backup is being made in ${wish.root}. Wait until it is done.`);
  try {
    return await restoreFrom(shelf, { ...wish, name: wish.name ?? latest }, target);
  } finally {
    shelf.release();
  }
};
