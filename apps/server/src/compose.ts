import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createDiskBlobStore } from '#adapters/blob-disk.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import type { BaseServices, Services } from '#app.ts';
import { type Config, ConfigError } from '#config/load.ts';
import type { Db } from '#db/database.ts';
import { isDiskFull, isUnavailable } from '#db/errors.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { createAuthService } from '#features/auth/index.ts';
import { createDownloadsService } from '#features/downloads/index.ts';
import { createFilesService, createFileTargets } from '#features/files/index.ts';
import { createSettingsService } from '#features/settings/index.ts';
import { createSetupService, type SetupService } from '#features/setup/index.ts';
import { createTranslationsService } from '#features/translations/index.ts';
import { createUploadsService } from '#features/uploads/index.ts';
import { createUsersService, type UsersService } from '#features/users/index.ts';
import { AppError } from '#lib/app-error.ts';
import { type BlobStore, BlobStoreFullError } from '#ports/blob-store.ts';
import { type Clock, systemClock } from '#ports/clock.ts';
import type { PasswordHasher } from '#ports/hasher.ts';

/** The parts that differ between one machine, many nodes and a test. */
export interface Parts {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
}

/** What exists before anything is installed. */
export interface Foundation extends BaseServices {
  readonly setup: SetupService;
  readonly users: UsersService;
}

export const composeFoundation = ({ db, clock, hasher }: Parts): Foundation => {
  const settings = createSettingsService({ db, clock });
  const users = createUsersService({ db, clock, hasher });
  return {
    settings,
    users,
    translations: createTranslationsService(),
    setup: createSetupService({ db, settings, users }),
  };
};

/** Every feature of an installed server. */
export const composeServices = (parts: Parts, { settings, translations, users }: Foundation): Services => {
  const { db, blobs, clock, hasher } = parts;
  const auth = createAuthService({ db, clock, hasher, users });
  const files = createFilesService({ db, clock });
  const uploads = createUploadsService({
    db,
    blobs,
    clock,
    settings,
    targets: createFileTargets({ db, clock }),
  });
  return {
    settings,
    translations,
    users,
    auth,
    files,
    uploads,
    downloads: createDownloadsService({ files, blobs, clock }),
    ready: async () => {
      await sql`select 1`.execute(db);
      await blobs.probe();
    },
    prepare: () => uploads.clearStaging(),
    sweep: async () => {
      await auth.sweep();
      await uploads.sweep();
    },
  };
};

/** Failures of the parts below that a caller may be told of. */
export const translateError = (error: unknown): AppError | undefined => {
  if (error instanceof BlobStoreFullError || isDiskFull(error))
    return new AppError('storage.disk_full', { cause: error });
  if (isUnavailable(error)) return new AppError('server.unavailable', { retryAfter: 5, cause: error });
  return undefined;
};

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : 'unknown reason';
};

const openDataDir = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`The data directory ${dataDir} cannot be written: ${reasonOf(error)}.`);
  }
};

/**
 * Chooses the adapters that a configuration asks for and brings the database's schema up to date.
 *
 * @throws ConfigError where the data directory or the database cannot be used
 */
export const openParts = async (config: Config, onIdleError: (error: Error) => void): Promise<Parts> => {
  const { dataDir, databaseUrl } = config;
  openDataDir(dataDir);
  const db = openDatabase(
    databaseUrl === undefined
      ? { kind: 'sqlite', path: join(dataDir, 'holdall.sqlite') }
      : { kind: 'postgres', url: databaseUrl, onIdleError },
  );
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    const name =
      databaseUrl === undefined ? `The database in ${dataDir}` : 'The database of HOLDALL_DATABASE_URL';
    throw new ConfigError(`${name} cannot be used: ${reasonOf(error)}.`);
  }
  return { db, blobs: await createDiskBlobStore(dataDir), hasher: createArgon2Hasher(), clock: systemClock };
};
