import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import { restorePostgres, restoreSqlite } from '#db/restore-snapshot.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import { replaceFile } from '#lib/replace-file.ts';
import type { BackupsToRead } from '#ports/backup-store.ts';
import type { BlobKey } from '#ports/blob-store.ts';
import { identityFor } from './backup-encryption.ts';
import { backupName, blobList, keyFile, type Manifest } from './backup.types.ts';
import { folderOf, keyOfBackup, readManifest } from './manifests.ts';
import { adaptTo } from './restore-adaptation.ts';
import { fetchBlobs } from './restore-blobs.ts';
import { checkFiles, checkKey, checkSignature } from './restore-checks.ts';
import { checkLocation } from './restore-location.ts';
import type { Restored, RestoreRequest } from './restore.types.ts';
import { createRowsToRestore, type RowsToRestore } from './restore-rows.ts';
import {
  begunRestore,
  claimTarget,
  refuse,
  RestoreRefusedError,
  type RestoreTarget,
} from './restore-target.ts';

/**
 * Stores the backup's key in the data directory, if it is kept there, after resealing the data directory's own
 * secrets with it.
 */
const installKey = (
  { root, identities }: RestoreRequest,
  manifest: Manifest,
  target: RestoreTarget,
): void => {
  const key =
    manifest.holds_secret_key && target.secretKey === undefined
      ? keyOfBackup(root, manifest.name, identities)
      : undefined;
  target.keepPlace(key);
  if (key !== undefined) replaceFile(join(target.dataDir, keyFile), `${Buffer.from(key).toString('hex')}\n`);
};

const draft = new RegExp(
  `^(restoring\\.json|secret\\.key|database\\.json|${ownerMarkerName})\\.[0-9a-f]{16}$`,
);

/** Removes temporary files of an interrupted restore. */
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

/** Returns the manifest of the requested backup. @throws RestoreRefusedError */
const manifestOf = async ({ root, name }: RestoreRequest & { readonly name: string }): Promise<Manifest> => {
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
  { backups, request }: { readonly backups: BackupsToRead; readonly request: RestoreRequest },
  { manifest, identity, rows }: ChosenBackup,
  target: RestoreTarget,
): Promise<Restored> => {
  const { name } = manifest;
  const folder = folderOf(request.root, name);
  const proof = await checkSignature(request, manifest, target);
  const list = join(folder, blobList);
  const check = async (): Promise<void> => {
    checkKey(manifest, target, request.otherKey);
    await checkFiles(folder, manifest);
    const mark = begunRestore(target.dataDir)?.mark;
    await checkLocation(target, { list, mark, takeOver: request.takeOver });
    await rows.open();
  };
  const claim = await claimTarget(manifest, target, check);
  await target.blobs.setOwner(claim.mark);
  const fetched = { count: 0, bytes: 0 };
  const damaged = [...manifest.damaged];
  // Older backups contain thumbnails of files that were purged just before.
  const unclaimed: BlobKey[] = [];
  const placing = {
    folder: rows.folder,
    lastMigration: manifest.migrations.at(-1) ?? '',
    mark: claim.mark,
    fetch: (db: Db) => fetchBlobs(backups, target.blobs, { db, list, identity, fetched, damaged }),
    adapt: adaptTo(target, {
      damaged,
      list,
      dropMails: request.dropMails,
      installation: claim.mark,
      onUnclaimed: (keys) => unclaimed.push(...keys),
    }),
  };
  await (target.postgres === undefined
    ? restoreSqlite(target.sqlitePath, placing)
    : restorePostgres(target.postgres, placing, rows.files));
  for (const key of unclaimed) await target.blobs.remove(key);
  installKey(request, manifest, target);
  await dropDrafts(target.dataDir);
  await claim.release();
  return { name, at: Date.parse(manifest.created_at), blobs: fetched, damaged, proof };
};

/** Restores one backup of an opened folder. @throws RestoreRefusedError */
export const restoreFrom = async (
  backups: BackupsToRead,
  request: RestoreRequest & { readonly name: string },
  target: RestoreTarget,
): Promise<Restored> => {
  const manifest = await manifestOf(request);
  const identity = identityFor(manifest, request.identities, refuse);
  const { dataDir } = target;
  const rows = createRowsToRestore(manifest, {
    folder: folderOf(request.root, manifest.name),
    dataDir,
    identity,
  });
  try {
    return await restoreChosen({ backups, request }, { manifest, identity, rows }, target);
  } finally {
    await rows.close();
  }
};
