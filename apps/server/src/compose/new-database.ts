import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDiskBackups } from '#adapters/disk/backup-store-disk.ts';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { openSecretKey } from '#adapters/disk/secret-key.ts';
import { choiceOf, openSealer, replaceDatabase } from '#compose/database.ts';
import { openEmptyStorage } from '#compose/storage.ts';
import type { Opened } from '#compose/offline.ts';
import { openDataDir, reasonOf, sqlitePath } from '#config/data-dir.ts';
import { chosenDatabase, describePlace, readDatabasePlace } from '#config/database-choice.ts';
import { type DatabasePlace, readDatabaseFile, writeDatabaseFile } from '#config/database-file.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import type { CopyReport } from '#db/copy/copy-database.ts';
import { type DatabaseMove, moveDatabase } from '#db/copy/move-database.ts';
import type { Db } from '#db/database.ts';
import { openDatabase } from '#db/open-database.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { begunRestore, keyOfBackup, type RestoreTarget } from '#features/maintenance/index.ts';

export { MoveError, type MoveFault } from '#db/copy/move-database.ts';

export interface RestorePlace {
  /** The folder of backups. */
  readonly root: string;
  /** `sqlite` or `postgres://…`; undefined: what is configured, or was chosen before. */
  readonly to: string | undefined;
  /** May open an encrypted backup. */
  readonly identities: readonly AgeIdentity[];
}

interface ChosenPlace {
  readonly place: DatabasePlace;
  /** True where the choice is stored in the data directory. */
  readonly isKept: boolean;
}

/**
 * The database that the data directory names. Its address is sealed: by the key that is there, or, where a restore was
 * interrupted at its end, by the backup's.
 */
const keptPlace = (
  config: Config,
  dataDir: string,
  { root, identities }: RestorePlace,
): DatabasePlace | undefined => {
  if (!existsSync(join(dataDir, 'database.json'))) return undefined;
  const own = config.secretKey ?? openSecretKey(join(dataDir, 'secret.key'));
  try {
    return readDatabaseFile(dataDir, createAesSealer(own));
  } catch (error) {
    const begun = begunRestore(dataDir);
    const saved = begun === undefined ? undefined : keyOfBackup(root, begun.name, identities);
    if (saved === undefined) throw error;
    return readDatabaseFile(dataDir, createAesSealer(saved));
  }
};

const choose = (config: Config, dataDir: string, input: RestorePlace): ChosenPlace => {
  const { to } = input;
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) {
    if (to !== undefined)
      throw new ConfigError(
        'HOLDALL_DATABASE_URL says already where to restore to. Leave --to out, or take the variable away.',
      );
    return { place: readDatabasePlace(databaseUrl, 'HOLDALL_DATABASE_URL'), isKept: false };
  }
  if (to !== undefined) return { place: readDatabasePlace(to, '--to'), isKept: true };
  const place = keptPlace(config, dataDir, input);
  return place === undefined ? { place: { kind: 'sqlite' }, isKept: false } : { place, isKept: true };
};

const openPostgres = (place: DatabasePlace, dataDir: string): Db | undefined => {
  const choice = choiceOf(place, dataDir);
  return choice.kind === 'sqlite' ? undefined : openDatabase({ ...choice, onIdleError: () => undefined });
};

/** Opens a target for a restore, which no server uses. @throws ConfigError where one does */
export const openRestoreTarget = async (
  config: Config,
  input: RestorePlace,
): Promise<Opened<RestoreTarget>> => {
  const dataDir = openDataDir(config.dataDir);
  const release = lockFolder(join(dataDir, 'serve.lock'));
  if (release === undefined)
    throw new ConfigError(
      `A Holdall is serving ${dataDir}; stop it, or set HOLDALL_DATA_DIR to another folder.`,
    );
  let postgres: Db | undefined;
  const close = async (): Promise<void> => {
    await postgres?.destroy();
    release();
  };
  try {
    const { place, isKept } = choose(config, dataDir, input);
    const operator = objectStorageOf(config);
    postgres = openPostgres(place, dataDir);
    const opened: RestoreTarget = {
      dataDir,
      blobs: await openEmptyStorage({
        dataDir,
        operator,
        allowedPrivateHosts: config.allowedPrivateHosts,
      }),
      operator,
      readBackups: readDiskBackups,
      secretKey: config.secretKey,
      postgres,
      sqlitePath: sqlitePath(dataDir),
      databaseName: describePlace(place),
      keepPlace: (key) => {
        if (!isKept) return;
        const sealing = config.secretKey ?? key ?? openSecretKey(join(dataDir, 'secret.key'));
        writeDatabaseFile(dataDir, place, createAesSealer(sealing));
      },
    };
    return { opened, close };
  } catch (error) {
    await close();
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${dataDir} cannot be used: ${reasonOf(error)}.`);
  }
};

export interface MoveOptions extends Pick<DatabaseMove, 'restart' | 'onProgress'> {
  readonly config: Config;
  /** `sqlite` or `postgres://…` */
  readonly to: string;
}

export interface MoveReport extends CopyReport {
  /** Source and target of the copy, without passwords. */
  readonly from: string;
  readonly to: string;
  /** False where the operator's configuration names the database, and has to be changed by hand. */
  readonly switched: boolean;
}

/**
 * Copies everything into another database, compares row by row, and switches this data directory to it. The
 * caller keeps servers off the data directory; other commands are kept off here. The source stays unchanged.
 *
 * @throws ConfigError, MoveError
 */
export const moveInstalledDatabase = async ({ config, to, ...options }: MoveOptions): Promise<MoveReport> => {
  const dataDir = openDataDir(config.dataDir);
  const letGo = replaceDatabase(dataDir);
  try {
    const sealer = openSealer(config, dataDir);
    const current = chosenDatabase(config, dataDir, sealer);
    const place = readDatabasePlace(to, '--to');
    const names = { from: describePlace(current.place), to: describePlace(place) };
    // The operator's word wins over the file: writing it would change nothing now, and surprise later.
    const isKept = current.setBy !== 'operator';
    const report = await moveDatabase({
      ...options,
      source: choiceOf(current.place, dataDir),
      target: choiceOf(place, dataDir),
      names,
      switchOver: () => {
        if (isKept) writeDatabaseFile(dataDir, place, sealer);
      },
    });
    return { ...report, ...names, switched: isKept };
  } finally {
    letGo();
  }
};
