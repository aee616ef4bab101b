import { createBrandFile } from '#adapters/disk/brand-file.ts';
import type { BrandStore } from '#ports/brand-store.ts';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { SetupChecks } from '@holdall/contract/setup';
import { fileURLToPath } from 'node:url';
import { openDiskBackupStore } from '#adapters/disk/backup-store-disk.ts';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { createLogArchive } from '#adapters/disk/log-archive.ts';
import { type LogFiles, openLogFiles } from '#adapters/disk/log-files.ts';
import { createMachine } from '#adapters/machine.ts';
import { createOwnProgram } from '#adapters/thumbnails/own-program.ts';
import { ffmpegVersion, imageLibraryVersion } from '#adapters/thumbnails/program-versions.ts';
import { openSecretKey } from '#adapters/disk/secret-key.ts';
import { createDatabaseChooser } from '#compose/database.ts';
import { describePlace } from '#config/database-choice.ts';
import type { DatabasePlace } from '#config/database-file.ts';
import type { Config } from '#config/load.ts';
import { ownVersion } from '#config/own-version.ts';
import { createChecks } from '#features/setup/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { BackupDeps, RunChildProcess, Surroundings } from '#features/maintenance/index.ts';
import { readRecipient } from '#lib/age-keys.ts';
import { type DiskSpace, readDiskSpace } from '#lib/disk-space.ts';
import { onePixel } from '#lib/media/one-pixel.ts';
import type { Clock } from '#ports/clock.ts';
import type { LogArchive } from '#ports/log-archive.ts';
import type { Thumbnailer } from '#ports/thumbnailer.ts';

/** The machine and the data directory that a server runs on. */
export interface HostEnvironment extends Surroundings {
  readonly logs: LogArchive;
  /** Reads the current space of the data directory's disk. */
  readonly diskSpace: () => Promise<DiskSpace>;
  /** The folder of backups. */
  readonly backupDir: string;
  /** Dependencies of backups, except the database and its blobs. */
  readonly backups: Omit<BackupDeps, 'db' | 'stores' | 'clock' | 'verifier'>;
  /** Looks whether this machine has what the application needs. */
  readonly checkMachine: (deps: MachineDeps) => Promise<SetupChecks['checks']>;
  /** Lets a program read the figures from another machine. */
  readonly metricsToken: string | undefined;
  /** Runs a command of this program as a child process, with its environment. */
  readonly runOutside: RunChildProcess;
}

export interface MachineDeps {
  readonly clock: Clock;
  readonly thumbnailer: Pick<Thumbnailer, 'shape' | 'confinement'>;
  /** The current settings. */
  readonly settings: Settings;
}

async function* sentPixel(): AsyncGenerator<Uint8Array> {
  yield onePixel;
}

/** Returns the check of a machine, for the wizard and for a server. */
export const createMachineCheck =
  (config: Config, dataDir: string): HostEnvironment['checkMachine'] =>
  ({ clock, thumbnailer, settings }) =>
    createChecks({
      machine: createMachine({ dataDir, searchPath: config.searchPath }),
      clock,
      chooser: createDatabaseChooser(config),
      decodeTestImage: async () => {
        const shapes = [{ fit: 'square', width: 1, height: 1, format: 'webp' }] as const;
        await thumbnailer.shape({ type: 'image/png', bytes: sentPixel() }, async () => ({
          shapes,
          maxPixels: 1,
        }));
      },
      confinement: () => thumbnailer.confinement(),
      settings: () => settings,
      operator: { url: config.url, mails: config.smtpUrl !== undefined },
    })();

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

const logFolderOf = (dataDir: string): string => join(dataDir, 'logs');

/** Keeps what the server writes down in the data directory. */
export const openLogs = (dataDir: string): LogFiles => openLogFiles(logFolderOf(dataDir));

/** Returns the default folder of backups. */
export const backupDirOf = ({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): string =>
  backupDir ?? join(dataDir, 'backups');

const recipientOf = (name: string | undefined): BackupDeps['recipient'] => {
  const key = name === undefined ? undefined : readRecipient(name);
  return name === undefined || key === undefined ? undefined : { name, key };
};

/** Returns the dependencies of backups for a data directory. */
export const backupPartsOf = (config: Config, dataDir: string): HostEnvironment['backups'] => ({
  openBackupStore: openDiskBackupStore,
  openBlobStore: createDiskBlobStore,
  takeLock: lockFolder,
  version: ownVersion(),
  dataDir,
  secretKey: () => config.secretKey ?? openSecretKey(join(dataDir, 'secret.key')),
  recipient: recipientOf(config.backupRecipient),
  isKeyInDataDir: config.secretKey === undefined,
});

/** Opens the machine, the data directory and the programs that a server uses. */
export const openHostEnvironment = (
  config: Config,
  { dataDir, place }: { readonly dataDir: string; readonly place: DatabasePlace },
): HostEnvironment => {
  let ffmpeg: Promise<string | undefined> | undefined;
  return {
    version: ownVersion(),
    host: hostname(),
    dataDir,
    database: {
      kind: place.kind,
      place: place.kind === 'sqlite' ? join(dataDir, 'holdall.sqlite') : describePlace(place),
    },
    imageLibrary: async () => imageLibraryVersion(),
    ffmpeg: () => (ffmpeg ??= ffmpegVersion(config.searchPath)),
    logs: createLogArchive(logFolderOf(dataDir)),
    diskSpace: () => readDiskSpace(dataDir),
    backupDir: backupDirOf({ ...config, dataDir }),
    backups: backupPartsOf(config, dataDir),
    checkMachine: createMachineCheck(config, dataDir),
    metricsToken: config.metricsToken,
    runOutside: createOwnProgram(main, { ...config.environment, HOLDALL_DATA_DIR: dataDir }),
  };
};

/** Opens the brand of a data directory. */
export const openBrand = (dataDir: string): BrandStore => createBrandFile(join(dataDir, 'brand.json'));
