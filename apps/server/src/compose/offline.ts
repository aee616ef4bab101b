import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDiskBackups } from '#adapters/disk/backup-store-disk.ts';
import { requireFreeSpace } from '#adapters/disk/blob-free-space.ts';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { confinementHere } from '#adapters/thumbnails/decoder-sandbox.ts';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { openNodeId } from '#adapters/disk/node-id.ts';
import { choiceOf, openSealer, useDatabase } from '#compose/database.ts';
import { backupPartsOf } from '#compose/host-environment.ts';
import { openInstalledStorage, type OpenedStorage } from '#compose/storage.ts';
import { openDataDir, reasonOf } from '#config/data-dir.ts';
import { chosenDatabase } from '#config/database-choice.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import { ownVersion } from '#config/own-version.ts';
import type { Db } from '#db/database.ts';
import { databaseSpaceOf } from '#db/database-space.ts';
import { isPostgres } from '#db/dialect.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';
import { appliedMigrations, olderSchemaText, schemaStateOf, newerSchemaText } from '#db/schema-version.ts';
import {
  restoringFile,
  type BackupReader,
  type BackupResult,
  type BackupsService,
  type BlobVerifier,
  createBackupReader,
  createBackupsService,
  createBlobVerifier,
  type DoctorDeps,
  type FileRestoreDeps,
  saveBackupResult,
} from '#features/maintenance/index.ts';
import { isNodeRunning, listOtherHosts } from '#features/nodes/index.ts';
import {
  migrateBlobs,
  type MigrateBlobsDeps,
  type MigrateBlobsOptions,
  type MigrateBlobsReport,
  migrateSmallContents,
  type MigrationResult,
  type StoreLocation,
  takenLocation,
} from '#features/storage/index.ts';
import { createChecksum } from '#lib/checksum.ts';
import { readDiskSpace } from '#lib/disk-space.ts';
import { BlobStoreError } from '#ports/blob-store.ts';
import { systemClock } from '#ports/clock.ts';
import type { Confinement } from '#ports/thumbnailer.ts';

/** An installation that a command has opened, whether servers run or not. */
export interface Installation {
  readonly kind: DatabaseChoice['kind'];
  readonly db: Db;
  readonly dataDir: string;
  /** The name of the server of the data directory. */
  readonly node: string;
  readonly storage: OpenedStorage;
  readonly close: () => Promise<void>;
}

const openIn = async (config: Config, dataDir: string): Promise<Omit<Installation, 'close'>> => {
  const none = new ConfigError(`Nothing is installed in ${dataDir}.`);
  if (existsSync(join(dataDir, restoringFile)))
    throw new ConfigError(`A restore into ${dataDir} has not ended; run holdall restore again.`);
  const sealer = openSealer(config, dataDir);
  const choice = choiceOf(chosenDatabase(config, dataDir, sealer).place, dataDir);
  // Opening a file of SQLite's that is not there would make it.
  if (choice.kind === 'sqlite' && !existsSync(choice.path)) throw none;
  const db = openDatabase(choice.kind === 'sqlite' ? choice : { ...choice, onIdleError: () => undefined });
  try {
    const applied = await appliedMigrations(db);
    if (applied.length === 0) throw none;
    if (schemaStateOf(applied) === 'older')
      throw new ConfigError(olderSchemaText(`The database of ${dataDir}`));
    const node = openNodeId(join(dataDir, 'node-id'));
    const { allowedPrivateHosts } = config;
    const operator = objectStorageOf(config);
    const storage = await openInstalledStorage({ db, sealer, dataDir, node, operator, allowedPrivateHosts });
    return { kind: choice.kind, db, dataDir, node, storage };
  } catch (error) {
    await db.destroy();
    throw error;
  }
};

/**
 * Opens an existing installation without migrating its database.
 *
 * @throws ConfigError where there is none, or an older version made its database
 */
export const openInstallation = async (config: Config): Promise<Installation> => {
  if (!existsSync(config.dataDir)) throw new ConfigError(`Nothing is installed in ${config.dataDir}.`);
  const dataDir = openDataDir(config.dataDir);
  const letGo = useDatabase(dataDir);
  try {
    const opened = await openIn(config, dataDir);
    const close = async (): Promise<void> => {
      await opened.db.destroy();
      letGo();
    };
    return { ...opened, close };
  } catch (error) {
    letGo();
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`The installation in ${dataDir} cannot be opened: ${reasonOf(error)}.`);
  }
};

const ignore = (): void => undefined;

/** A command has no listeners: caches of servers are a minute old at the most. */
const unheard = { publish: ignore };

/** An installation whose files are its own, for commands that read or mend it. */
interface OwnInstallation extends Pick<Installation, 'kind' | 'db' | 'dataDir' | 'close'> {
  readonly stores: OpenedStorage['stores'];
  readonly cleanable: OpenedStorage['cleanable'];
  readonly verifier: BlobVerifier;
}

/** @throws ConfigError where another installation owns the files by now */
const expectOwn = async ({ db, storage, ...rest }: Installation): Promise<OwnInstallation> => {
  const { stores } = storage;
  if ((await storage.owner()) === 'other') throw new ConfigError(takenLocation(await stores.location()));
  const isOwn = async (): Promise<boolean> => (await storage.owner()) === 'own';
  const clock = systemClock;
  const verifier = createBlobVerifier({ db, stores, clock, createChecksum, events: unheard, isOwn });
  return { ...rest, db, stores, cleanable: () => storage.cleanable(), verifier };
};

/** A part of an installation that a command has opened. */
export interface Opened<T> {
  readonly opened: T;
  readonly close: () => Promise<void>;
}

export interface OpenedBackups {
  readonly backups: BackupsService;
  /** Records the result of a backup, for the view of the latest one. */
  readonly note: (result: BackupResult) => Promise<void>;
}

/** Opens an installation and something of it; where that fails everything is closed again. @throws ConfigError */
const openPart = async <T>(
  config: Config,
  openOf: (installation: OwnInstallation) => Promise<Opened<T>>,
): Promise<Opened<T>> => {
  const installation = await openInstallation(config);
  try {
    return await openOf(await expectOwn(installation));
  } catch (error) {
    await installation.close();
    if (error instanceof BlobStoreError)
      throw new ConfigError(`The installation in ${installation.dataDir} cannot be opened: ${error.message}`);
    throw error;
  }
};

/** @throws ConfigError where nothing is installed */
export const openBackups = (config: Config): Promise<Opened<OpenedBackups>> =>
  openPart(config, async ({ db, stores, verifier, dataDir, close }) => {
    // A program that does not know all tables cannot back them up.
    const newer = newerSchemaText(await appliedMigrations(db), {
      name: `The database of ${dataDir}`,
      version: ownVersion(),
    });
    if (newer !== undefined) throw new ConfigError(newer);
    const backups = createBackupsService({
      ...backupPartsOf(config, dataDir),
      db,
      stores,
      verifier,
      clock: systemClock,
    });
    const note = (result: BackupResult): Promise<void> => saveBackupResult(db, result);
    return { opened: { backups, note }, close };
  });

/** Reads backups where nothing is installed: their folder is enough. */
export const openBackupReader = (): BackupReader =>
  createBackupReader({ clock: systemClock, openBlobStore: createDiskBlobStore });

/** @throws ConfigError where nothing is installed */
export const openDoctor = (config: Config): Promise<Opened<DoctorDeps>> =>
  openPart(config, async ({ kind, db, stores, cleanable, verifier, dataDir, close }) => {
    const release = lockFolder(join(dataDir, 'serve.lock'));
    return {
      opened: {
        db,
        stores,
        cleanable,
        verifier,
        dataDir,
        clock: systemClock,
        // Other nodes of a PostgreSQL installation have other data directories.
        alone: release !== undefined && kind === 'sqlite',
      },
      close: async () => {
        await close();
        release?.();
      },
    };
  });

/**
 * Opens what restores single files.
 *
 * @throws ConfigError where nothing is installed
 */
export const openFileRestore = (config: Config): Promise<Opened<FileRestoreDeps>> =>
  openPart(config, async ({ db, stores, verifier, close }) => ({
    opened: { db, stores, verifier, readBackups: readDiskBackups },
    close,
  }));

/**
 * Returns how far decoders are confined where a command runs, which decodes nothing itself; undefined: it
 * cannot be tried.
 */
export const decodersHere = async (config: Config): Promise<Confinement | undefined> => {
  try {
    return await confinementHere(config.searchPath);
  } catch {
    // An examination is most needed where the disk is full or read-only, and must not fail over this.
    return undefined;
  }
};
export type { Confinement };

export interface MigrateBlobsInput extends Omit<MigrateBlobsOptions, 'to'> {
  readonly config: Config;
  readonly to: 's3' | 'disk';
}

const locationOf = ({ config, to }: MigrateBlobsInput): StoreLocation | undefined => {
  if (to === 'disk') return { kind: 'disk' };
  const bucket = objectStorageOf(config);
  return bucket === undefined ? undefined : { kind: 's3', bucket };
};

/** Opens an installation for work that moves blobs while servers run. */
const withMigration = async <T>(config: Config, work: (deps: MigrateBlobsDeps) => Promise<T>): Promise<T> => {
  const { db, storage, node, close } = await openInstallation(config);
  try {
    const others = () => listOtherHosts(db, node);
    const isRunning = (id: string): Promise<boolean> => isNodeRunning(db, id);
    return await work({ ...storage, db, node, others, isNodeRunning: isRunning, clock: systemClock });
  } finally {
    await close();
  }
};

/**
 * Migrates all files to another store while servers run.
 *
 * @throws ConfigError, MigrationError
 */
export const migrateInstalledBlobs = (input: MigrateBlobsInput): Promise<MigrateBlobsReport> =>
  withMigration(input.config, (deps) => migrateBlobs({ ...input, to: locationOf(input) }, deps));

/**
 * Migrates the contents of small files to the database while servers run.
 *
 * @throws ConfigError, MigrationError
 */
export const migrateInstalledSmallContents = (
  input: Pick<MigrateBlobsInput, 'config' | 'onProgress' | 'onWait'>,
): Promise<MigrationResult> =>
  withMigration(input.config, (deps) => {
    const { db } = deps;
    const space = databaseSpaceOf(db, () => readDiskSpace(input.config.dataDir));
    const requireSpace = (bytes: number): Promise<void> =>
      isPostgres(db) ? Promise.resolve() : requireFreeSpace(space, bytes);
    return migrateSmallContents({ ...input, requireFreeSpace: requireSpace }, deps);
  });
