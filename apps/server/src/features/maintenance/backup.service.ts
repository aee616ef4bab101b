import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findShowing } from '#db/blob-references.ts';
import type { Db } from '#db/database.ts';
import { syncDirectory, systemErrorCode } from '#lib/file-sync.ts';
import type { BackupStore, OpenBackupStore } from '#ports/backup-store.ts';
import type { Stores } from '#features/storage/index.ts';
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
import type { Recipient } from './backup-encryption.ts';
import { keepFile, type SavedRows, saveRows } from './backup-files.ts';
import {
  BackupBusyError,
  fingerprintOf,
  refuseForeign,
  refuseOwnFiles,
  usingFolder,
} from './backup-folder.ts';
import { createEarlierBlobs } from './earlier-blobs.ts';
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
} from './manifests.ts';
import { signatureOf } from './manifest-signature.ts';
import { pruneBackups } from './backup-pruning.ts';
import type { SaveBlobsOptions } from './backup-blobs.ts';
import type { BlobVerifier } from './blob-verifier.service.ts';
import { findBlobByKey } from './damage.repo.ts';
import { type ExaminedBackup, faultyIn, verifyBackup } from './backup-verification.ts';
import { dropWorkFolders, type TakeLock, withWorkFolder } from './work-folder.ts';

export interface BackupRequest {
  /** The folder of backups, which is created if it is missing. */
  readonly root: string;
  /** True if blobs on the same disk are hard-linked: fast and without space, but damage affects both. */
  readonly link: boolean;
  /** Backups to keep, this one included; undefined keeps all. */
  readonly keep?: number | undefined;
  /** Aborting it stops and discards the backup. */
  readonly signal?: AbortSignal | undefined;
}

interface Part {
  readonly offset: number;
  readonly limit: number;
}

export interface VerifyOptions {
  /** Identities for encrypted backups, which are then decrypted as well. */
  readonly identities?: readonly AgeIdentity[];
  readonly signal?: AbortSignal | undefined;
}

/** Operations on backups that need no installation. */
export interface BackupReader {
  /** Lists the backups of a folder, the latest first. @param part a page of them; all by default */
  list(root: string, part?: Part): Promise<BackupsFound>;
  /** Returns the name of the latest backup of a folder, damaged or not; undefined if there is none. */
  latest(root: string): Promise<string | undefined>;
  /** Tells whether a folder has a backup of this name. */
  has(root: string, name: string): Promise<boolean>;
  /**
   * Verifies a backup.
   *
   * @throws BackupGoneError, BackupRefusedError; errors of the disks, which leave the result unknown
   */
  verify(root: string, name: string, options?: VerifyOptions): Promise<ExaminedBackup>;
}

export interface BackupsService extends BackupReader {
  /**
   * Saves a snapshot of the database and every blob that it refers to, while the server continues to write.
   *
   * @throws BackupBusyError, BackupRefusedError; errors of the disks, which discard the backup
   */
  make(request: BackupRequest): Promise<BackupResult>;
  /** Removes files of killed backups from the data directory. */
  sweep(): Promise<void>;
}

export interface BackupDeps {
  readonly db: Db;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly verifier: BlobVerifier;
  readonly openBackupStore: OpenBackupStore;
  readonly takeLock: TakeLock;
  /** Opens the blobs of a folder for reading, without locking it. */
  readonly openBlobStore: (folder: string) => Promise<BlobStore>;
  /** Holdall's own. */
  readonly version: string;
  readonly dataDir: string;
  /** Returns the key that seals secrets. */
  readonly secretKey: () => Uint8Array;
  /** The recipient of encrypted backups; undefined if they are not encrypted. */
  readonly recipient: Recipient | undefined;
  /** True if the key is in the data directory; otherwise the operator keeps it. */
  readonly isKeyInDataDir: boolean;
}

/** Removes an interrupted backup. */
const dropPartial = async (root: string): Promise<void> => {
  const snapshots = join(root, snapshotsFolder);
  const names = await readdir(snapshots).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((entry) => entry.endsWith(partialSuffix)))
    await rm(join(snapshots, name), { recursive: true });
};

/** Creates the operations that need no installation. */
export const createBackupReader = (
  deps: Pick<BackupDeps, 'clock' | 'openBlobStore'> & Partial<Pick<BackupDeps, 'secretKey'>>,
): BackupReader => ({
  list: (root, part) => listBackups(root, part),
  latest: async (root) => (await listNames(root))[0],
  has: async (root, name) => (await listNames(root)).includes(name),
  verify: (root, name, { identities = [], signal } = {}) =>
    verifyBackup({ ...deps, root, identities, signal }, name),
});

/** Milliseconds for which verified bytes are trusted: the default period of the scrubber. */
const trustedFor = 30 * 24 * 60 * 60_000;
/** Damaged files that are listed by name. */
const examplesKept = 20;

export const createBackupsService = (deps: BackupDeps): BackupsService => {
  const { db, stores, clock, dataDir, recipient, takeLock, verifier } = deps;
  const sweep = (): Promise<void> => dropWorkFolders(dataDir, takeLock);

  /** Marks blobs that could not be saved as damaged, if they still are. @returns the first of them, as sentences */
  const markDamaged = async (damaged: Manifest['damaged']): Promise<string[]> => {
    const examples: string[] = [];
    for (const { key, reason } of damaged) {
      const row = await findBlobByKey(db, key);
      if (row === undefined) continue;
      await verifier.record(row, await verifier.examine(row));
      if (examples.length === examplesKept) continue;
      const shown = await findShowing(db, row.id);
      const what = reason === 'absent' ? 'missing' : 'damaged';
      if (shown !== undefined) examples.push(`“${shown.name}” of ${shown.email} is ${what}.`);
    }
    return examples;
  };

  /** Files of the data directory that a backup includes. */
  const ownFiles = deps.isKeyInDataDir ? [keyFile, configFile] : [configFile];

  const gather = async (
    backups: BackupStore,
    { root, link, signal }: BackupRequest,
  ): Promise<BackupResult> => {
    await dropPartial(root);
    const names = await listNames(root);
    await refuseForeign(root, names, deps.secretKey());
    const now = clock.now();
    const { name, clockBehind } = nameAfter(names[0], now);
    const saving: SaveBlobsOptions = {
      stores,
      to: recipient === undefined ? backups.blobs : await backups.encryptedTo(recipient.name),
      adopt: (key, path) => backups.adopt(key, path),
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
      examples: await markDamaged(saved.damaged),
      folder: folderOf(root, name),
      pruned: [],
      unsure: [],
      clockBehind,
    };
  };

  return {
    make: async (request) => {
      const backups = await usingFolder(request.root, async () => {
        await refuseOwnFiles(request.root, dataDir);
        return deps.openBackupStore(request.root);
      });
      if (backups === undefined)
        throw new BackupBusyError(`Another backup is being made in ${request.root}. Wait until it is done.`);
      try {
        await sweep();
        const made = await gather(backups, request);
        const { keep } = request;
        if (keep === undefined) return made;
        const pruned = await pruneBackups(backups, request.root, { keep, made: made.name });
        return { ...made, pruned: pruned.backups, unsure: pruned.unsure };
      } finally {
        backups.release();
      }
    },
    sweep,
    ...createBackupReader(deps),
  };
};
