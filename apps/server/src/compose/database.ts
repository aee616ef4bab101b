import { join } from 'node:path';
import { lockFolder, shareFolder } from '#adapters/disk/folder-lock.ts';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { openSecretKey } from '#adapters/disk/secret-key.ts';
import { giveUpReserveIfFull } from '#adapters/disk/space-reserve.ts';
import { openDataDir, reasonOf, sqlitePath } from '#config/data-dir.ts';
import { chosenDatabase, readDatabasePlace } from '#config/database-choice.ts';
import { type DatabasePlace, writeDatabaseFile } from '#config/database-file.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { checkDatabase } from '#db/check/check-database.ts';
import { fault } from '#db/check/faults.ts';
import type { DatabaseChooser, ShownDatabase, DatabaseInput } from '#db/database-chooser.ts';
import type { DatabaseChoice } from '#db/open-database.ts';
import {
  defaultPostgresPort,
  postgresPlaceOf,
  PostgresUrlError,
  postgresUrlOf,
  tlsModes,
} from '#lib/postgres-url.ts';
import type { Sealer } from '#ports/sealer.ts';

const openKey = ({ secretKey }: Config, dataDir: string): Uint8Array => {
  if (secretKey !== undefined) return secretKey;
  try {
    return openSecretKey(join(dataDir, 'secret.key'));
  } catch (error) {
    throw new ConfigError(`The secret key cannot be used: ${reasonOf(error)}.`);
  }
};

/** Seals by the operator's key, else by the one in the data directory. @throws ConfigError */
export const openSealer = (config: Config, dataDir: string): Sealer =>
  createAesSealer(openKey(config, dataDir));

/** Returns how to open a chosen database. */
export const choiceOf = (place: DatabasePlace, dataDir: string): DatabaseChoice =>
  place.kind === 'sqlite' ? { kind: 'sqlite', path: sqlitePath(dataDir) } : place;

const shown = (place: DatabasePlace): ShownDatabase => {
  if (place.kind === 'sqlite') return place;
  const { password, ...server } = postgresPlaceOf(place.url) ?? {
    host: '',
    port: defaultPostgresPort,
    database: '',
    user: '',
    password: '',
  };
  return {
    kind: 'postgres',
    ...server,
    tls: place.tls ?? 'disable',
    ca: place.ca,
    hasPassword: password !== '',
  };
};

/**
 * Returns the stored password, but only for the server and the user that it was given for, and with no weaker
 * TLS.
 */
const keptPassword = (input: Extract<DatabaseInput, { kind: 'postgres' }>, kept: DatabasePlace): string => {
  const place = kept.kind === 'sqlite' ? undefined : postgresPlaceOf(kept.url);
  const isSame = place?.host === input.host && place.port === input.port && place.user === input.user;
  if (!isSame || kept.kind === 'sqlite') return '';
  const isAsGuarded =
    tlsModes.indexOf(input.tls) >= tlsModes.indexOf(kept.tls ?? 'disable') && input.ca === kept.ca;
  return isAsGuarded ? place.password : '';
};

const placeOf = (input: DatabaseInput, kept: DatabasePlace): DatabasePlace => {
  if (input.kind === 'sqlite') return input;
  const password = input.password ?? keptPassword(input, kept);
  return { kind: 'postgres', url: postgresUrlOf({ ...input, password }), tls: input.tls, ca: input.ca };
};

/** A database that was named, and can be used. */
export interface TriedDatabase {
  /** True where it holds an installation. */
  readonly isInstalled: boolean;
  /** The configuration that uses it although it is not stored. */
  readonly config: Config;
  /** Keeps the choice, for every program of this data directory from now on. */
  keep(): void;
}

/**
 * Tries a database that is named as `postgres://…` or `sqlite`. Nothing is stored yet.
 *
 * @throws ConfigError where it cannot be used, or the operator's configuration names another one
 */
export const tryDatabase = async (config: Config, text: string, name: string): Promise<TriedDatabase> => {
  const dataDir = openDataDir(config.dataDir);
  const place = readDatabasePlace(text, name);
  if (config.databaseUrl !== undefined)
    throw new ConfigError('HOLDALL_DATABASE_URL names the database already.');
  const verdict = await checkDatabase(choiceOf(place, dataDir));
  if (!verdict.ok) throw new ConfigError(`${name} cannot be used: ${verdict.sentence}`);
  if (verdict.state === 'copying')
    throw new ConfigError(`${name} cannot be used: a copy into this database has not ended.`);
  return {
    isInstalled: verdict.state === 'installed',
    config: { ...config, databaseUrl: text },
    keep: () => writeDatabaseFile(dataDir, place, openSealer(config, dataDir)),
  };
};

/** Tries and stores the choice of the database of this data directory. */
export const createDatabaseChooser = (config: Config): DatabaseChooser => {
  const dataDir = openDataDir(config.dataDir);
  const sealer = openSealer(config, dataDir);
  const current = () => chosenDatabase(config, dataDir, sealer);
  return {
    current: () => {
      const { place, setBy } = current();
      return { setBy, database: shown(place) };
    },
    check: async (input) => {
      try {
        return await checkDatabase(choiceOf(placeOf(input, current().place), dataDir));
      } catch (error) {
        if (!(error instanceof PostgresUrlError) || error.part === 'url') throw error;
        return fault('bad_name', error.part, `This ${error.message}.`);
      }
    },
    checkCurrent: () => checkDatabase(choiceOf(current().place, dataDir)),
    save: (input) => {
      const { place, setBy } = current();
      if (setBy === 'operator') throw new ConfigError('The operator’s configuration names the database.');
      writeDatabaseFile(dataDir, placeOf(input, place), sealer);
    },
  };
};

const lockOf = (dataDir: string): string => join(dataDir, 'database.lock');

/**
 * Holds the choice of the database of a data directory while a command uses it.
 *
 * @returns how to release it
 * @throws ConfigError where another database is being chosen: writes to the old one would be lost
 */
export const useDatabase = (dataDir: string): (() => void) => {
  giveUpReserveIfFull(dataDir);
  const release = shareFolder(lockOf(dataDir));
  if (release === undefined)
    throw new ConfigError(`holdall migrate is at work in ${dataDir}. Wait until it has ended.`);
  return release;
};

/** Excludes commands while the database of a data directory is replaced. @throws ConfigError while commands use it */
export const replaceDatabase = (dataDir: string): (() => void) => {
  const release = lockFolder(lockOf(dataDir));
  if (release === undefined)
    throw new ConfigError(
      `Another command of Holdall is at work in ${dataDir}, a backup for example. Wait until it has ended.`,
    );
  return release;
};
