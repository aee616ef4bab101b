import { readFileSync } from 'node:fs';
import { isCertificate } from '#lib/is-certificate.ts';
import { describePostgresUrl, readPostgresUrl } from '#lib/postgres-url.ts';
import { reasonOf } from './data-dir.ts';
import { type DatabasePlace, type PlaceSealer, readDatabaseFile } from './database-file.ts';
import { type Config, ConfigError } from './load.ts';

export interface ChosenDatabase {
  readonly place: DatabasePlace;
  /** `operator`: HOLDALL_DATABASE_URL or config.json, which the page cannot override. `nobody`: the default. */
  readonly setBy: 'operator' | 'file' | 'nobody';
}

const readAuthority = (path: string): string => {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`The database's sslrootcert ${path} cannot be read: ${reasonOf(error, path)}.`);
  }
  if (!isCertificate(text))
    throw new ConfigError(`The database's sslrootcert ${path} holds no certificate (PEM).`);
  return text;
};

/** Reads `sqlite`, or `postgres://…` with `sslmode` and `sslrootcert`. @param name what to call it in an error */
export const readDatabasePlace = (text: string, name: string): DatabasePlace => {
  if (text === 'sqlite') return { kind: 'sqlite' };
  try {
    const { url, tls, caFile } = readPostgresUrl(text);
    return { kind: 'postgres', url, tls, ca: caFile === undefined ? undefined : readAuthority(caFile) };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${name} is not valid: ${reasonOf(error)}.`);
  }
};

/**
 * Returns the database to open: the operator's choice, else the one that was chosen in the application, else
 * SQLite.
 *
 * @throws ConfigError
 */
export const chosenDatabase = (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  dataDir: string,
  sealer: PlaceSealer,
): ChosenDatabase => {
  if (databaseUrl !== undefined)
    return { place: readDatabasePlace(databaseUrl, 'HOLDALL_DATABASE_URL'), setBy: 'operator' };
  const place = readDatabaseFile(dataDir, sealer);
  return place === undefined ? { place: { kind: 'sqlite' }, setBy: 'nobody' } : { place, setBy: 'file' };
};

/** A database's name for people; no password is in it. */
export const describePlace = (place: DatabasePlace): string =>
  place.kind === 'sqlite' ? 'SQLite' : describePostgresUrl(place.url);
