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
  forgetPicturesOf,
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
  /**
   * How its signature proves that it is what was saved: by the key of this installation; by a key that came with it, which finds
   * damage but could be a forger's; not at all, as in backups of earlier versions.
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

/** @returns how far the manifest is proven to be what the installation wrote. @throws RestoreRefusedError */
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
 * Puts the key of then in place, where the data directory keeps it. What is sealed in the data directory itself is
 * sealed by that key before.
 */
const placeKey = ({ root, identities }: RestoreRequest, manifest: Manifest, target: RestoreTarget): void => {
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

interface ChosenBackup {
  readonly manifest: Manifest;
  readonly identity: AgeIdentity | undefined;
  readonly rows: RowsToRestore;
}

/** The manifest of the backup that is wished for. @throws RestoreRefusedError */
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
  // Whoever used the place before does so no more: by its empty folder, or by somebody's word.
  for await (const { key } of target.blobs.listHeartbeats()) await target.blobs.removeHeartbeat(key);
  const { fetched, damaged } = await fetchBlobs(backups, target.blobs, { list, identity });
  const lost = [...manifest.damaged, ...damaged];
  // Older backups hold thumbnails of files that were deleted for good a moment before.
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
  placeKey(request, manifest, target);
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
 * Makes an installation of a backup: blobs first, then the rows, whole or not at all. One that was interrupted goes
 * on where it was.
 *
 * @throws RestoreRefusedError where there is an installation already, or the backup is not whole
 */
export const restoreBackup = async (request: RestoreRequest, target: RestoreTarget): Promise<Restored> => {
  if (!existsSync(request.root)) refuse(`There is no folder ${request.root}.`);
  // Looked at first: opening the folder for reading makes of another one a folder of backups.
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
