import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trx } from '#db/database.ts';
import { restorePostgres, restoreSqlite } from '#db/restore-snapshot.ts';
import { sqliteFile } from '#db/snapshot.ts';
import { renameInstallation } from '#features/storage/index.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { sha256OfFile } from '#lib/file-sha256.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { readLineFile } from '#lib/line-files.ts';
import { replaceFile } from '#lib/replace-file.ts';
import type { BackupsToRead } from '#ports/backup-store.ts';
import { type BlobKey, normaliseKey } from '#ports/blob-store.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import { identityFor } from './backup-encryption.ts';
import { fingerprintOf } from './backup-folder.ts';
import { backupName, blobList, encryptedSuffix, keyFile, type Manifest, savedBlob } from './backup.types.ts';
import {
  claimedOf,
  forgetImagesOf,
  forgetThumbnailsOf,
  forgetUnused,
  knowsDamage,
  resetDamage,
} from './blob-rows.repo.ts';
import { endAllUploads, forgetJobs, forgetServers } from './integrity.repo.ts';
import { examineSignature } from './manifest-signature.ts';
import { folderOf, keyOfBackup, listNames, readManifest } from './manifests.ts';
import { fetchBlobs } from './restore-blobs.ts';
import { checkLocation } from './restore-location.ts';
import { createRowsToRestore, type RowsToRestore } from './restore-rows.ts';
import {
  begunRestore,
  claimTarget,
  refuse,
  RestoreRefusedError,
  type RestoreTarget,
} from './restore-target.ts';
import { recordStorage } from './storage-record.repo.ts';

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
  /**
   * The proof of its signature: by the key of this installation; by the enclosed key, which detects damage but not
   * forgery; or none, in backups of earlier versions.
   */
  readonly proof: 'own' | 'enclosed' | 'none';
}

const checkFiles = async (
  folder: string,
  { files, database, encrypted_to: recipient }: Manifest,
): Promise<void> => {
  const rows = recipient === undefined ? sqliteFile : sqliteFile + encryptedSuffix;
  const needed = database === 'sqlite' ? [blobList, rows] : [blobList];
  for (const name of needed)
    if (!files.some((file) => file.name === name))
      refuse(`The backup is damaged: its manifest does not name ${name}.`);
  for (const { name, sha256 } of files) {
    const found = await sha256OfFile(join(folder, name)).catch(() => undefined);
    if (found !== sha256) refuse(`The backup is damaged: ${join(folder, name)} is not what was saved.`);
  }
};

/** @returns the proof of the manifest's origin. @throws RestoreRefusedError */
const checkSignature = async (
  { root, identities }: RestoreRequest,
  name: string,
  target: RestoreTarget,
): Promise<Restored['proof']> => {
  const key = target.secretKey ?? keyOfBackup(root, name, identities);
  const authenticity = await examineSignature(root, name, key);
  if (authenticity === 'altered')
    refuse(
      `The manifest of ${name} was changed after the backup was made: its signature is another one. Restore another backup.`,
    );
  if (authenticity !== 'signed') return 'none';
  return target.secretKey === undefined ? 'enclosed' : 'own';
};

const checkKey = (manifest: Manifest, { secretKey }: RestoreTarget, otherKey: boolean): void => {
  if (otherKey || (secretKey === undefined && manifest.holds_secret_key)) return;
  if (secretKey !== undefined && fingerprintOf(secretKey) === manifest.secret_key) return;
  refuse(
    'The backup was made with another secret key: second factors, waiting mails and passwords of other services could not be read. Set HOLDALL_SECRET_KEY to the key of then, or add --other-key to go on without them.',
  );
};

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

/** Iterates over the keys of the images in a backup. */
async function* savedImages(list: string): AsyncGenerator<BlobKey[]> {
  for await (const lines of readLineFile(list)) {
    const saved = lines.map((line) => savedBlob.parse(JSON.parse(line)));
    yield saved.filter(({ pictures }) => pictures).map(({ key }) => normaliseKey(key));
  }
}

/** Removes data of the old location: its servers, bytes of unfinished uploads, and orphans. */
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
      /** The list of the backup's blobs. */
      readonly list: string;
      /** Receives saved images that nothing refers to. */
      readonly onUnclaimed: (keys: readonly BlobKey[]) => void;
      readonly dropMails: boolean;
      readonly installation: string;
    },
  ) =>
  async (trx: Trx): Promise<void> => {
    // The original installation may continue to exist with its own files.
    await renameInstallation(trx, { name: installation, now: 0 });
    await forgetServers(trx);
    await recordStorage(trx, operator);
    await forgetJobs(trx, dropMails);
    await endAllUploads(trx);
    await forgetUnused(trx);
    const lost = damaged.map(({ key }) => key);
    await forgetThumbnailsOf(trx, lost);
    await forgetImagesOf(trx, lost);
    if (await knowsDamage(trx)) await resetDamage(trx, lost, Date.now());
    for await (const keys of savedImages(list)) {
      const claimed = await claimedOf(trx, keys);
      onUnclaimed(keys.filter((key) => !claimed.has(key)));
    }
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
  const proof = await checkSignature(request, name, target);
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
  const { fetched, damaged } = await fetchBlobs(backups, target.blobs, { list, identity });
  const lost = [...manifest.damaged, ...damaged];
  // Older backups contain thumbnails of files that were purged just before.
  const unclaimed: BlobKey[] = [];
  const placing = {
    folder: rows.folder,
    lastMigration: manifest.migrations.at(-1) ?? '',
    mark: claim.mark,
    adapt: adaptTo(target, {
      damaged: lost,
      dropMails: request.dropMails,
      installation: claim.mark,
      list,
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
  return { name, at: Date.parse(manifest.created_at), blobs: fetched, damaged: lost, proof };
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
 * Restores an installation from a backup: blobs first, then the rows atomically. An interrupted restore is resumed.
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
