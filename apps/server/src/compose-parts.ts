import { join } from 'node:path';
import { createDiskBlobStore } from '#adapters/blob-disk.ts';
import { createRecaptcha } from '#adapters/bot-check-recaptcha.ts';
import { createBreachedPasswords } from '#adapters/breached-passwords.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { lockFolder } from '#adapters/folder-lock.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import { createMailers } from '#adapters/mailers.ts';
import { openNodeId } from '#adapters/node-id.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { openSecretKey } from '#adapters/secret-key.ts';
import { createProcessThumbnailer } from '#adapters/thumbnailer.ts';
import { openDataDir, reasonOf, sqlitePath } from '#config/data-dir.ts';
import { type Config, ConfigError } from '#config/load.ts';
import type { SmtpUrl } from '#config/smtp-url.ts';
import type { Db } from '#db/database.ts';
import { isDiskFull, isUnavailable } from '#db/errors.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { AppError } from '#lib/app-error.ts';
import { type BlobStore, BlobStoreFullError } from '#ports/blob-store.ts';
import type { BotCheck } from '#ports/bot-check.ts';
import type { BreachedPasswords } from '#ports/breached-passwords.ts';
import { type Clock, systemClock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import type { OpenMailer, OperatorMail } from '#ports/mailer.ts';
import type { Sealer } from '#ports/sealer.ts';
import type { Thumbnailer } from '#ports/thumbnailer.ts';

/** The parts that differ between one machine, many nodes and a test. */
export interface Parts {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly hasher: PasswordHasher;
  readonly breached: BreachedPasswords;
  readonly clock: Clock;
  readonly events: Events;
  readonly thumbnailer: Thumbnailer;
  readonly sealer: Sealer;
  readonly openMailer: OpenMailer;
  readonly operatorMail: OperatorMail | undefined;
  readonly botCheck: BotCheck;
  /** Origin that links in mails lead to; never what a request names. */
  readonly publicAddress: () => string;
  /** Names this server, also after its next start; no two run under one name at once. */
  readonly node: string;
  /** Told of failures of work that no caller waits for. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** Failures of the parts below that a caller may be told of. */
export const translateError = (error: unknown): AppError | undefined => {
  if (error instanceof BlobStoreFullError || isDiskFull(error))
    return new AppError('storage.disk_full', { cause: error });
  if (isUnavailable(error)) return new AppError('server.unavailable', { retryAfter: 5, cause: error });
  return undefined;
};

const openBlobs = async (dataDir: string): Promise<BlobStore> => {
  try {
    return await createDiskBlobStore(dataDir);
  } catch (error) {
    throw new ConfigError(`The blobs in ${dataDir} cannot be used: ${reasonOf(error)}`);
  }
};

/**
 * Keeps a second server off the data directory: each would take the other's staged bytes for leftovers.
 *
 * @returns how to release it
 * @throws ConfigError where another server holds it
 */
export const lockDataDir = (config: Config): (() => void) => {
  const dataDir = openDataDir(config.dataDir);
  const release = lockFolder(join(dataDir, 'serve.lock'));
  if (release === undefined) {
    throw new ConfigError(
      `Another Holdall is serving ${dataDir}; stop it, or set HOLDALL_DATA_DIR to another folder.`,
    );
  }
  return release;
};

/** What the parts need of who opens them, and failures that no caller is there to be told of. */
export interface PartHooks {
  readonly publicAddress: () => string;
  /** A mail was kept as a file, because there is no server to send it through. */
  readonly onMailWritten: (path: string) => void;
  /** A connection to PostgreSQL broke while nobody used it. */
  readonly onIdleError: (error: Error) => void;
  /** A feature failed at an event of another one. */
  readonly onListenerError: (error: unknown) => void;
  /** The queue of jobs failed, or what puts work into it. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** The operator's own server may be anywhere, also at a private address. */
export const operatorMailOf = ({ from, ...server }: SmtpUrl): OperatorMail => ({
  server: { ...server, trusted: true },
  from,
});

const openKey = ({ secretKey }: Config, dataDir: string): Uint8Array => {
  if (secretKey !== undefined) return secretKey;
  try {
    return openSecretKey(join(dataDir, 'secret.key'));
  } catch (error) {
    throw new ConfigError(`The secret key cannot be used: ${reasonOf(error)}.`);
  }
};

/** The ways to other servers. */
const openOutside = (config: Config, dataDir: string, { publicAddress, onMailWritten }: PartHooks) => {
  const { allowedPrivateHosts, smtpUrl, recaptchaOrigin, url } = config;
  const outbound = createOutbound({ allowedPrivateHosts });
  return {
    publicAddress,
    openMailer: createMailers({ outbound, dataDir, clock: systemClock, onWritten: onMailWritten }),
    operatorMail: smtpUrl && operatorMailOf(smtpUrl),
    botCheck: createRecaptcha({
      outbound,
      origin: recaptchaOrigin,
      host: url === undefined ? undefined : new URL(url).hostname,
    }),
  };
};

/**
 * Chooses the adapters that a configuration asks for and brings the database's schema up to date.
 *
 * @throws ConfigError where the data directory or the database cannot be used
 */
export const openParts = async (config: Config, hooks: PartHooks): Promise<Parts> => {
  const { onIdleError, onListenerError, onBackgroundError } = hooks;
  const { databaseUrl } = config;
  const dataDir = openDataDir(config.dataDir);
  const db = openDatabase(
    databaseUrl === undefined
      ? { kind: 'sqlite', path: sqlitePath(dataDir) }
      : { kind: 'postgres', url: databaseUrl, onIdleError },
  );
  try {
    const blobs = await openBlobs(dataDir);
    await migrate(db);
    return {
      db,
      blobs,
      hasher: createArgon2Hasher(),
      breached: createBreachedPasswords(),
      clock: systemClock,
      events: createMemoryEvents(onListenerError),
      thumbnailer: createProcessThumbnailer({
        workers: config.thumbnailWorkers,
        searchPath: config.searchPath,
        folder: join(dataDir, 'thumbnailing'),
      }),
      sealer: createAesSealer(openKey(config, dataDir)),
      ...openOutside(config, dataDir, hooks),
      node: openNodeId(join(dataDir, 'node-id')),
      onBackgroundError,
    };
  } catch (error) {
    await db.destroy();
    if (error instanceof ConfigError) throw error;
    const name =
      databaseUrl === undefined ? `The database in ${dataDir}` : 'The database of HOLDALL_DATABASE_URL';
    throw new ConfigError(`${name} cannot be used: ${reasonOf(error)}.`);
  }
};
