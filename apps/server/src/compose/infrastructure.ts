import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRecaptcha } from '#adapters/bot-check-recaptcha.ts';
import { createBreachedPasswords } from '#adapters/breached-passwords.ts';
import { createCertificateReader, type ReadCertificateEnd } from '#adapters/certificate-end.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { openPostgresEvents } from '#adapters/postgres/events-postgres.ts';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import {
  dropReserve,
  giveUpReserveIfFull,
  openSpaceReserve,
  type SpaceReserve,
} from '#adapters/disk/space-reserve.ts';
import type { DiskReads } from '#lib/disk-reads.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import { createMailers } from '#adapters/mail/mailers.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createPusherHttpClientOpener } from '#adapters/pusher/pusher-http-client.ts';
import { createServiceTrial } from '#adapters/pusher/pusher-trial.ts';
import { createProcessThumbnailer } from '#adapters/thumbnails/thumbnailer.ts';
import { openDataDir, reasonOf } from '#config/data-dir.ts';
import { type ChosenDatabase, chosenDatabase, describePlace } from '#config/database-choice.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import { ownVersion } from '#config/own-version.ts';
import type { SmtpUrl } from '#config/smtp-url.ts';
import { choiceOf, openSealer } from '#compose/database.ts';
import { openNode } from '#compose/nodes.ts';
import { type OpenedStorage, openInstalledStorage, openStorage } from '#compose/storage.ts';
import { openHostEnvironment, type HostEnvironment } from '#compose/host-environment.ts';
import { completeCopy } from '#db/copy/marker.ts';
import type { Db } from '#db/database.ts';
import { createPostgresClient } from '#db/dialects/postgres.ts';
import type { SyncFailedError } from '#db/errors.ts';
import { isInstalled } from '#db/installation-probe.ts';
import { migrate } from '#db/migrate.ts';
import { appliedMigrations, newerSchemaText, schemaStateOf } from '#db/schema-version.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';
import { createSettingsService, type SettingsService } from '#features/settings/index.ts';
import { smallContentLimit } from '#features/storage/index.ts';
import { restoringFile } from '#features/maintenance/index.ts';
import type { BotCheck } from '#ports/bot-check.ts';
import type { BreachedPasswords } from '#ports/breached-passwords.ts';
import { type Clock, systemClock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import type { OpenMailer, OperatorMail } from '#ports/mailer.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { OpenRealtimeServiceClient, TryRealtimeService } from '#ports/realtime-service.ts';
import type { Sealer } from '#ports/sealer.ts';
import type { Thumbnailer } from '#ports/thumbnailer.ts';

export interface StorageInfrastructure extends OpenedStorage {
  /** The bucket that the operator's configuration names. */
  readonly operator: ObjectStorage | undefined;
  /** Direct or proxied downloads from the bucket, where the operator has decided. */
  readonly downloads: 'proxy' | 'direct' | undefined;
}

/** The parts that differ between one machine, many nodes and a test. */
export interface Infrastructure {
  readonly db: Db;
  /** The stores of bytes, and how to choose another. */
  readonly storage: StorageInfrastructure;
  /** Bytes of the largest content that the database takes, except in tests of stores. */
  readonly smallContentLimit: number;
  readonly hasher: PasswordHasher;
  readonly breached: BreachedPasswords;
  readonly clock: Clock;
  readonly events: Events;
  readonly thumbnailer: Thumbnailer;
  readonly sealer: Sealer;
  readonly openMailer: OpenMailer;
  readonly operatorMail: OperatorMail | undefined;
  readonly botCheck: BotCheck;
  /** Looks when the certificate of a host ends. */
  readonly readCertificateEnd: ReadCertificateEnd;
  readonly openRealtimeServiceClient: OpenRealtimeServiceClient;
  readonly tryRealtimeService: TryRealtimeService;
  /** The operator's origin; it overrides the settings. */
  readonly publicUrl: string | undefined;
  /** Origin of links in mails where the settings have none; never that of a request. */
  readonly publicAddress: () => string;
  /** Names this server, across restarts; no two run under one name at once. */
  readonly node: string;
  /** Reserves space for deleting, beside a database that is a file. Absent: another database, or a command. */
  readonly reserve?: SpaceReserve;
  /** Signs this server off from the database. Absent: this is a command. */
  readonly leave?: () => Promise<void>;
  /** The machine and the folder that the server runs in. */
  readonly hostEnvironment: HostEnvironment;
  /** Receives failures of background work. */
  readonly onBackgroundError: (error: unknown) => void;
}

/**
 * Locks the data directory against a second server: each would take the other's staged bytes for leftovers, and
 * pages of one would not be notified of changes in SQLite by the other.
 *
 * @returns how to release it
 * @throws ConfigError where another server holds it
 */
export const lockDataDir = (config: Config): (() => void) => {
  const dataDir = openDataDir(config.dataDir);
  if (existsSync(join(dataDir, restoringFile)))
    throw new ConfigError(`A restore into ${dataDir} has not ended; run holdall restore again.`);
  giveUpReserveIfFull(dataDir);
  const release = lockFolder(join(dataDir, 'serve.lock'));
  if (release === undefined) {
    throw new ConfigError(
      `Another Holdall is serving ${dataDir}; stop it, or set HOLDALL_DATA_DIR to another folder.`,
    );
  }
  return release;
};

/** Dependencies of the infrastructure, and receivers of failures that have no caller. */
export interface InfrastructureHooks {
  readonly publicAddress: () => string;
  /** A mail was written to a file, because no mail server is configured. */
  readonly onMailWritten: (path: string) => void;
  /** Something needs the operator's attention, although it works. Absent: this is a command. */
  readonly onWarning?: (sentence: string) => void;
  /** Version of this program, for the list of servers. */
  readonly version?: string;
  /** An idle connection to PostgreSQL broke. */
  readonly onIdleError: (error: Error) => void;
  /**
   * The disk of SQLite has failed: no writes are accepted any more.
   *
   * @param uncut why the log may hold unconfirmed writes
   */
  readonly onSyncFailed?: (failure: SyncFailedError, uncut?: unknown) => void;
  /** The disk of SQLite has become full, or has space again. */
  readonly onDiskFull?: (isFull: boolean) => void;
  /** The connection for events between nodes broke, or a reconnection failed. */
  readonly onEventsBroken: (error: unknown) => void;
  /** A listener failed at another feature's event. */
  readonly onListenerError: (error: unknown) => void;
  /** The queue of jobs failed, or what puts work into it. */
  readonly onBackgroundError: (error: unknown) => void;
}

/** The operator's own server may be anywhere, also at a private address. */
export const operatorMailOf = ({ from, ...server }: SmtpUrl): OperatorMail => ({
  server: { ...server, trusted: true },
  from,
});

/** Opens the outbound adapters. */
const openOutside = (
  config: Config,
  dataDir: string,
  { publicAddress, onMailWritten }: InfrastructureHooks,
) => {
  const { allowedPrivateHosts, smtpUrl, recaptchaOrigin, url } = config;
  const outbound = createOutbound({ allowedPrivateHosts });
  return {
    publicUrl: url,
    publicAddress,
    openMailer: createMailers({ outbound, dataDir, clock: systemClock, onWritten: onMailWritten }),
    operatorMail: smtpUrl && operatorMailOf(smtpUrl),
    readCertificateEnd: createCertificateReader(outbound),
    openRealtimeServiceClient: createPusherHttpClientOpener(outbound),
    tryRealtimeService: createServiceTrial(outbound),
    botCheck: createRecaptcha({ outbound, origin: recaptchaOrigin }),
  };
};

/** Opens the events: within the process for SQLite, which has one node, and between nodes for PostgreSQL. */
const openEvents = async (
  choice: DatabaseChoice,
  settings: SettingsService,
  { onListenerError: onFailure, onEventsBroken: onBroken }: InfrastructureHooks,
): Promise<Events> => {
  if (choice.kind === 'sqlite') return createMemoryEvents(onFailure);
  const key = await settings.secret('events');
  return openPostgresEvents({
    createClient: () => createPostgresClient(choice),
    key,
    onFailure,
    onBroken,
  });
};

/** Names a database in a sentence for the operator. */
export const nameOf = ({ place, setBy }: ChosenDatabase, dataDir: string): string => {
  if (setBy === 'operator') return 'The database of HOLDALL_DATABASE_URL';
  return place.kind === 'sqlite' ? `The database in ${dataDir}` : `The database ${describePlace(place)}`;
};

/**
 * Chooses the adapters that a configuration asks for and migrates the database's schema.
 *
 * @param reads a thread that reads many small files from the disk
 * @throws ConfigError where the data directory or the database cannot be used
 */
export const openInfrastructure = async (
  config: Config,
  hooks: InfrastructureHooks,
  reads?: DiskReads,
): Promise<Infrastructure> => {
  const { onIdleError, onBackgroundError, onSyncFailed: onFailure, onDiskFull: onChange } = hooks;
  const dataDir = openDataDir(config.dataDir);
  const sealer = openSealer(config, dataDir);
  const chosen = chosenDatabase(config, dataDir, sealer);
  const choice = choiceOf(chosen.place, dataDir);
  const db = openDatabase(choice.kind === 'sqlite' ? { ...choice, onFailure } : { ...choice, onIdleError });
  let reserve: SpaceReserve | undefined;
  let leave = async (): Promise<void> => undefined;
  try {
    if (onChange !== undefined) {
      if (choice.kind === 'sqlite') reserve = await openSpaceReserve({ folder: dataDir, onChange });
      else await dropReserve(dataDir);
    }
    await completeCopy(db);
    // A database without an installation would replace the existing one, or begin another.
    if (!(await isInstalled(db))) throw new ConfigError(`${nameOf(chosen, dataDir)} holds no installation.`);
    // The migrator reads every table before it finds that there is nothing to do.
    const applied = await appliedMigrations(db);
    const newer = newerSchemaText(applied, { name: nameOf(chosen, dataDir), version: ownVersion() });
    if (newer !== undefined) throw new ConfigError(newer);
    if (schemaStateOf(applied) !== 'current') await migrate(db);
    const { onWarning: warn, version = '' } = hooks;
    const server = warn && { version, warn, onError: onBackgroundError };
    const member = await openNode({ db, sealer, dataDir, server });
    leave = () => member.leave();
    const node = member.id;
    const operator = objectStorageOf(config);
    const { allowedPrivateHosts, s3Downloads: downloads } = config;
    const others = () => member.others();
    const options = { db, sealer, dataDir, node, operator, allowedPrivateHosts, others, reads };
    const storage = await (warn === undefined ? openInstalledStorage(options) : openStorage(options, warn));
    await member.announceStorage(
      () => storage.stores.location(),
      (trx) => storage.takeDisk(trx),
    );
    await storage.stores.refresh();
    return {
      db,
      storage: { ...storage, operator, downloads },
      smallContentLimit,
      hasher: createArgon2Hasher(),
      breached: createBreachedPasswords(),
      clock: systemClock,
      thumbnailer: createProcessThumbnailer({
        workers: config.thumbnailWorkers,
        searchPath: config.searchPath,
        folder: join(dataDir, 'thumbnailing'),
      }),
      sealer,
      ...openOutside(config, dataDir, hooks),
      node,
      ...(reserve === undefined ? {} : { reserve }),
      leave,
      hostEnvironment: openHostEnvironment(config, { dataDir, place: chosen.place }),
      onBackgroundError,
      // Opened last: a failure of anything else leaves no connection open.
      events: await openEvents(choice, createSettingsService({ db, clock: systemClock, sealer }), hooks),
    };
  } catch (error) {
    await leave().catch(onBackgroundError);
    await reserve?.close();
    await db.destroy();
    if (error instanceof ConfigError) throw error;
    const name = nameOf(chosen, dataDir);
    throw new ConfigError(`${name} cannot be used: ${reasonOf(error)}.`);
  }
};
