import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import { syncDirectory, systemErrorCode } from '#lib/file-sync.ts';
import type { BackupShelf, OpenBackupShelf } from '#ports/backup-shelf.ts';
import type { BlobStore } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import {
  type BackupResult,
  configFile,
  encryptedSuffix,
  keyFile,
  type Manifest,
  manifestName,
  partialSuffix,
  signatureFile,
  snapshotsFolder,
} from './backup.types.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import type { Recipient } from './backup-encryption.service.ts';
import { keepFile, type SavedRows, saveRows } from './backup-files.service.ts';
import {
  BackupBusyError,
  fingerprintOf,
  refuseForeign,
  refuseOwnFiles,
  usingFolder,
} from './backup-place.service.ts';
import { createEarlierBlobs } from './earlier-blobs.service.ts';
import {
  type BackupsFound,
  describeFile,
  folderOf,
  listBackups,
  listNames,
  makeDraft,
  nameAfter,
  summaryOf,
  syncTree,
  writeDurably,
} from './manifests.service.ts';
import { signatureOf } from './manifest-signature.service.ts';
import { pruneBackups } from './pruning.service.ts';
import type { Saving } from './saving-blobs.service.ts';
import { findShowing, knowsDamage } from './blob-rows.repo.ts';
import type { BlobVerifier } from './blob-verifier.service.ts';
import { findBlobByKey } from './damage.repo.ts';
import { type ExaminedBackup, faultyIn, verifyBackup } from './verification.service.ts';
import { dropWorkFolders, type TakeLock, withWorkFolder } from './work-folder.service.ts';

export interface BackupWish {
  /** Where backups are kept; it is made where it is missing. */
  readonly root: string;
  /** Whether blobs on the same disk are linked: quick, without room of their own, and damaged where the original is. */
  readonly link: boolean;
  /** How many backups stay, this one included; undefined: all. */
  readonly keep?: number | undefined;
  /** Set off: nothing more is saved, and there is no such backup. */
  readonly signal?: AbortSignal | undefined;
}

interface Part {
  readonly offset: number;
  readonly limit: number;
}

export interface VerifyOptions {
  /** May open an encrypted backup, which is decrypted as well then. */
  readonly identities?: readonly AgeIdentity[];
  readonly signal?: AbortSignal | undefined;
}

/** What can be known of backups where nothing is installed. */
export interface BackupReader {
  /** The backups of a folder, the latest first. @param part which of them; all unless said */
  list(root: string, part?: Part): Promise<BackupsFound>;
  /** The name of the latest backup of a folder, whatever has become of it; undefined where there is none. */
  latest(root: string): Promise<string | undefined>;
  /** Whether a folder has a backup of this name. */
  has(root: string, name: string): Promise<boolean>;
  /** Reads all of a backup again. @throws BackupGoneError, BackupRefusedError; whatever the disks throw: nothing is known then */
  verify(root: string, name: string, options?: VerifyOptions): Promise<ExaminedBackup>;
}

export interface BackupsService extends BackupReader {
  /**
   * Saves the database as it is at one moment and every blob that it refers to, while the server writes on.
   *
   * @throws BackupBusyError, BackupRefusedError; whatever the disks throw: there is no such backup then
   */
  make(wish: BackupWish): Promise<BackupResult>;
  /** Removes what backups that were killed have left in the data directory. */
  sweep(): Promise<void>;
}

export interface BackupDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly verifier: BlobVerifier;
  readonly openShelf: OpenBackupShelf;
  readonly takeLock: TakeLock;
  /** Opens the blobs of a folder for reading, whoever makes a backup there. */
  readonly readShelf: (folder: string) => Promise<BlobStore>;
  /** Holdall's own. */
  readonly version: string;
  readonly dataDir: string;
  /** What seals secrets. */
  readonly secretKey: () => Uint8Array;
  /** The recipient of encrypted backups; undefined: they are not encrypted. */
  readonly recipient: Recipient | undefined;
  /** Whether the key lies in the data directory; otherwise it is the operator's to keep. */
  readonly isKeyInDataDir: boolean;
}

/** What an earlier attempt has left that was cut off. */
const dropPartial = async (root: string): Promise<void> => {
  const snapshots = join(root, snapshotsFolder);
  const names = await readdir(snapshots).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((entry) => entry.endsWith(partialSuffix)))
    await rm(join(snapshots, name), { recursive: true });
};

/** What can be known of backups where nothing is installed. */
export const createBackupReader = (
  deps: Pick<BackupDeps, 'clock' | 'readShelf'> & Partial<Pick<BackupDeps, 'secretKey'>>,
): BackupReader => ({
  list: (root, part) => listBackups(root, part),
  latest: async (root) => (await listNames(root))[0],
  has: async (root, name) => (await listNames(root)).includes(name),
  verify: (root, name, { identities = [], signal } = {}) =>
    verifyBackup({ ...deps, root, identities, signal }, name),
});

/** Milliseconds for which bytes that were read and found sound count as such: as long as the scrubber takes, unless told otherwise. */
const trustedFor = 30 * 24 * 60 * 60_000;
/** Damaged files that are named one by one. */
const examplesKept = 20;

export const createBackupsService = (deps: BackupDeps): BackupsService => {
  const { db, blobs, clock, dataDir, recipient, takeLock, verifier } = deps;
  const sweep = (): Promise<void> => dropWorkFolders(dataDir, takeLock);

  /** Notes what could not be saved, where it is still so. @returns the first of it, in words */
  const noteDamaged = async (damaged: Manifest['damaged']): Promise<string[]> => {
    const examples: string[] = [];
    if (!(await knowsDamage(db))) return examples;
    for (const { key, reason } of damaged) {
      const row = await findBlobByKey(db, key);
      if (row === undefined) continue;
      await verifier.note(row, await verifier.examine(row));
      if (examples.length === examplesKept) continue;
      const shown = await findShowing(db, row.id);
      const what = reason === 'absent' ? 'missing' : 'damaged';
      if (shown !== undefined) examples.push(`“${shown.name}” of ${shown.email} is ${what}.`);
    }
    return examples;
  };

  /** The files of the data directory that belong to a backup. */
  const ownFiles = deps.isKeyInDataDir ? [keyFile, configFile] : [configFile];

  const gather = async (shelf: BackupShelf, { root, link, signal }: BackupWish): Promise<BackupResult> => {
    await dropPartial(root);
    const names = await listNames(root);
    await refuseForeign(root, names, deps.secretKey());
    const now = clock.now();
    const { name, clockBehind } = nameAfter(names[0], now);
    const saving: Saving = {
      from: blobs,
      to: recipient === undefined ? shelf.blobs : await shelf.encryptedTo(recipient.name),
      adopt: (key, path) => shelf.adopt(key, path),
      recipient,
      findEarlier: createEarlierBlobs({
        root,
        names,
        recipient: recipient?.name,
        secretKey: deps.secretKey(),
      }),
      faulty: await faultyIn(root, recipient?.name),
      link,
      signal,
      verifier,
      trustedSince: now - trustedFor,
    };
    const draft = await makeDraft(root, name);
    const rows = (folder: string): Promise<SavedRows> => saveRows(db, saving, { draft, folder });
    const {
      snapshot,
      saved,
      files: kept,
    } = await (recipient === undefined ? rows(draft) : withWorkFolder({ dataDir, root, takeLock }, rows));
    for (const own of ownFiles) {
      const file = await keepFile(join(dataDir, own), draft, { name: own, recipient });
      if (file !== undefined) kept.push(file);
    }
    const files: Manifest['files'] = [];
    for (const file of kept) files.push(await describeFile(draft, file));
    const manifest: Manifest = {
      format: recipient === undefined ? 1 : 2,
      name,
      created_at: new Date(now).toISOString(),
      version: deps.version,
      database: snapshot.database,
      migrations: [...snapshot.migrations],
      secret_key: fingerprintOf(deps.secretKey()),
      holds_secret_key: kept.some((file) => [keyFile, keyFile + encryptedSuffix].includes(file)),
      encrypted_to: recipient?.name,
      files,
      blobs: saved.total,
      damaged: saved.damaged,
    };
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    await writeDurably(join(draft, manifestName), text);
    await writeDurably(join(draft, signatureFile), `${signatureOf(deps.secretKey(), text)}\n`);
    await syncTree(draft);
    await rename(draft, folderOf(root, name));
    await syncDirectory(join(root, snapshotsFolder));
    return {
      ...summaryOf(manifest),
      added: saved.added,
      examples: await noteDamaged(saved.damaged),
      folder: folderOf(root, name),
      pruned: [],
      unsure: [],
      clockBehind,
    };
  };

  return {
    make: async (wish) => {
      const shelf = await usingFolder(wish.root, async () => {
        await refuseOwnFiles(wish.root, dataDir);
        return deps.openShelf(wish.root);
      });
      if (shelf === undefined)
        throw new BackupBusyError(`Another backup is being made in ${wish.root}. Wait until it is done.`);
      try {
        await sweep();
        const made = await gather(shelf, wish);
        const { keep } = wish;
        if (keep === undefined) return made;
        const pruned = await pruneBackups(shelf, wish.root, { keep, made: made.name });
        return { ...made, pruned: pruned.backups, unsure: pruned.unsure };
      } finally {
        shelf.release();
      }
    },
    sweep,
    ...createBackupReader(deps),
  };
};
