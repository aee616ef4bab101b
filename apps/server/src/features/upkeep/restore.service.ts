import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import { placePostgres, placeSqlite } from '#db/place-snapshot.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { markName } from '#lib/mark-name.ts';
import { replaceFile } from '#lib/replace-file.ts';
import type { BackupsToRead } from '#ports/backup-shelf.ts';
import type { BlobKey } from '#ports/blob-store.ts';
import { identityFor } from './backup-encryption.service.ts';
import { backupName, blobList, keyFile, type Manifest } from './backup.types.ts';
import { folderOf, keyOfBackup, listNames, readManifest } from './manifests.service.ts';
import { adaptTo } from './restore-adapting.service.ts';
import { fetchBlobs } from './restore-blobs.service.ts';
import { checkFiles, checkKey, checkSignature, type Proof } from './restore-checks.service.ts';
import { checkPlace } from './restore-place.service.ts';
import { createRowsToRestore, type RowsToRestore } from './restore-rows.service.ts';
import {
  begunRestore,
  claimTarget,
  refuse,
  RestoreRefusedError,
  type RestoreTarget,
} from './restore-target.service.ts';

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
  /** May open an encrypted backup. */
  readonly identities: readonly AgeIdentity[];
}

export interface Restored {
  readonly name: string;
  /** Milliseconds since 1970 at which the backup was begun. */
  readonly at: number;
  readonly blobs: Manifest['blobs'];
  /** Blobs that the backup should hold and does not, or not as they were. */
  readonly damaged: Manifest['damaged'];
  readonly proof: Proof;
}

/**
 * Puts the key of then in place, where the data directory keeps it. What is sealed in the data directory itself is
 * sealed by that key before.
 */
const placeKey = ({ root, identities }: RestoreWish, manifest: Manifest, target: RestoreTarget): void => {
  const key =
    manifest.holds_secret_key && target.secretKey === undefined
      ? keyOfBackup(root, manifest.name, identities)
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

interface ChosenBackup {
  readonly manifest: Manifest;
  readonly identity: AgeIdentity | undefined;
  readonly rows: RowsToRestore;
}

/** The manifest of the backup that is wished for. @throws RestoreRefusedError */
const manifestOf = async ({ root, name }: RestoreWish & { readonly name: string }): Promise<Manifest> => {
  const none = `There is no backup ${name} in ${root}; holdall backup --list ${root} shows which there are.`;
  if (!backupName.test(name)) refuse(none);
  return readManifest(root, name).catch((error: unknown) => {
    throw new RestoreRefusedError(
      systemErrorCode(error) === 'ENOENT'
        ? none
        : `The backup ${name} in ${root} cannot be read: its manifest is damaged, or a newer Holdall made it.`,
      { cause: error },
    );
  });
};

const restoreChosen = async (
  { shelf, wish }: { readonly shelf: BackupsToRead; readonly wish: RestoreWish },
  { manifest, identity, rows }: ChosenBackup,
  target: RestoreTarget,
): Promise<Restored> => {
  const { name } = manifest;
  const folder = folderOf(wish.root, name);
  const proof = await checkSignature(wish, manifest, target);
  const list = join(folder, blobList);
  const check = async (): Promise<void> => {
    checkKey(manifest, target, wish.otherKey);
    await checkFiles(folder, manifest);
    const mark = begunRestore(target.dataDir)?.mark;
    await checkPlace(target, { list, mark, takeOver: wish.takeOver });
    await rows.open();
  };
  const claim = await claimTarget(manifest, target, check);
  await target.blobs.setOwner(claim.mark);
  // Whoever used the place before does so no more: by its empty folder, or by somebody's word.
  for await (const { key } of target.blobs.listSigns()) await target.blobs.dropSign(key);
  const fetched = { count: 0, bytes: 0 };
  const damaged = [...manifest.damaged];
  // Older backups hold thumbnails of files that were deleted for good a moment before.
  const unclaimed: BlobKey[] = [];
  const placing = {
    folder: rows.folder,
    lastMigration: manifest.migrations.at(-1) ?? '',
    mark: claim.mark,
    fetch: (db: Db) => fetchBlobs(shelf, target.blobs, { db, list, identity, fetched, damaged }),
    adapt: adaptTo(target, {
      damaged,
      list,
      dropMails: wish.dropMails,
      installation: claim.mark,
      onUnclaimed: (keys) => unclaimed.push(...keys),
    }),
  };
  await (target.postgres === undefined
    ? placeSqlite(target.sqlitePath, placing)
    : placePostgres(target.postgres, placing, rows.files));
  for (const key of unclaimed) await target.blobs.remove(key);
  placeKey(wish, manifest, target);
  await dropDrafts(target.dataDir);
  await claim.release();
  return { name, at: Date.parse(manifest.created_at), blobs: fetched, damaged, proof };
};

const restoreFrom = async (
  shelf: BackupsToRead,
  wish: RestoreWish & { readonly name: string },
  target: RestoreTarget,
): Promise<Restored> => {
  const manifest = await manifestOf(wish);
  const identity = identityFor(manifest, wish.identities, refuse);
  const { dataDir } = target;
  const rows = createRowsToRestore(manifest, {
    folder: folderOf(wish.root, manifest.name),
    dataDir,
    identity,
  });
  try {
    return await restoreChosen({ shelf, wish }, { manifest, identity, rows }, target);
  } finally {
    await rows.close();
  }
};

/**
 * Makes an installation of a backup: whole, or none that a server would use. One that was interrupted goes on where it was.
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
