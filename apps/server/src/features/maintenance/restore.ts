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
import { folderOf, keyOfBackup, listNames, readManifest } from './manifests.ts';
import { adaptTo } from './restore-adaptation.ts';
import { fetchBlobs } from './restore-blobs.ts';
import { checkFiles, checkKey, checkSignature, type Proof } from './restore-checks.ts';
import { checkLocation } from './restore-location.ts';
import { createRowsToRestore, type RowsToRestore } from './restore-rows.ts';
import {
  begunRestore,
  claimTarget,
  refuse,
  RestoreRefusedError,
  type RestoreTarget,
} from './restore-target.ts';

export interface RestoreRequest {
  /** The folder of backups. */
  readonly root: string;
  /** The name of one; undefined for the latest. */
  readonly name: string | undefined;
  /** Accepts that sealed secrets cannot be opened by this installation's key. */
  readonly otherKey: boolean;
  /** Accepts files of the same installation in the bucket, which no server uses any more. */
  readonly takeOver: boolean;
  /** True to delete mails that were queued. */
  readonly dropMails: boolean;
  /** Identities for an encrypted backup. */
  readonly identities: readonly AgeIdentity[];
}

export interface Restored {
  readonly name: string;
  /** Milliseconds since 1970 at which the backup was begun. */
  readonly at: number;
  readonly blobs: Manifest['blobs'];
  /** Blobs that the backup lacks, or has altered. */
  readonly damaged: Manifest['damaged'];
  readonly proof: Proof;
}

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
  // No former server uses the store any more: it is empty, or the operator has confirmed it.
  for await (const { key } of target.blobs.listHeartbeats()) await target.blobs.removeHeartbeat(key);
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

const restoreFrom = async (
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

/**
 * Restores an installation from a backup, completely or in a state that no server uses. An interrupted restore is
 * resumed.
 *
 * @throws RestoreRefusedError if there is an installation already, or the backup is incomplete
 */
export const restoreBackup = async (request: RestoreRequest, target: RestoreTarget): Promise<Restored> => {
  if (!existsSync(request.root)) refuse(`There is no folder ${request.root}.`);
  // Checked first, because opening any other folder would turn it into one of backups.
  const latest = (await listNames(request.root))[0] ?? refuse(`There is no backup in ${request.root}.`);
  const backups = await target.readBackups(request.root);
  if (backups === undefined)
    throw new RestoreRefusedError(`A backup is being made in ${request.root}. Wait until it is done.`);
  try {
    return await restoreFrom(backups, { ...request, name: request.name ?? latest }, target);
  } finally {
    backups.release();
  }
};
