import { confinementHere } from '#adapters/decoder-sandbox.ts';
import type { Confinement } from '#ports/thumbnailer.ts';
import { join } from 'node:path';
import { readDiskBackups } from '#adapters/backup-store-disk.ts';
import { createDiskBlobStore } from '#adapters/blob-disk.ts';
import { lockFolder } from '#adapters/folder-lock.ts';
import { type Installation, openInstallation } from '#compose/installation.ts';
import type { OpenedStorage } from '#compose/storage.ts';
import { backupPartsOf } from '#compose/host-environment.ts';
import { reasonOf } from '#config/data-dir.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { ownVersion } from '#config/own-version.ts';
import { appliedMigrations, newerSchemaText } from '#db/schema-version.ts';
import {
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
import { takenPlace } from '#features/storage/index.ts';
import { createChecksum } from '#lib/checksum.ts';
import { BlobStoreError } from '#ports/blob-store.ts';
import { systemClock } from '#ports/clock.ts';

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
  if ((await storage.owner()) === 'other') throw new ConfigError(takenPlace(await stores.place()));
  const isOwn = async (): Promise<boolean> => (await storage.owner()) === 'own';
  const clock = systemClock;
  const verifier = createBlobVerifier({ db, stores, clock, createChecksum, events: unheard, isOwn });
  return { ...rest, db, stores, cleanable: () => storage.cleanable(), verifier };
};

/**
 * Explains a failure of the disk, the network or the store during the work, in a sentence; undefined: another
 * failure.
 */
export const failureFromOutside = (error: unknown): string | undefined => {
  if (error instanceof BlobStoreError) return error.message;
  return error instanceof Error && 'syscall' in error
    ? `The command has failed: ${reasonOf(error)}.`
    : undefined;
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
