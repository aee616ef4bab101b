import { join } from 'node:path';
import { sql } from 'kysely';
import { createDiskBlobStore } from '#adapters/blob-disk.ts';
import { createRecaptcha } from '#adapters/bot-check-recaptcha.ts';
import { createBreachedPasswords } from '#adapters/breached-passwords.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { lockFolder } from '#adapters/folder-lock.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import { createMailers } from '#adapters/mailers.ts';
import { openNodeId } from '#adapters/node-id.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createPusherHub } from '#adapters/pusher-hub.ts';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { openSecretKey } from '#adapters/secret-key.ts';
import { createProcessThumbnailer } from '#adapters/thumbnailer.ts';
import type { BaseServices, Services } from '#app.ts';
import { openDataDir, reasonOf, sqlitePath } from '#config/data-dir.ts';
import { type Config, ConfigError } from '#config/load.ts';
import type { SmtpUrl } from '#config/smtp-url.ts';
import type { Db } from '#db/database.ts';
import { isDiskFull, isUnavailable } from '#db/errors.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { createAccountService } from '#features/account/index.ts';
import { createActivityService } from '#features/activity/index.ts';
import { createAdminService } from '#features/admin/index.ts';
import { createAuthService, limits } from '#features/auth/index.ts';
import { createDownloadsService, createZipService } from '#features/downloads/index.ts';
import {
  createFileActions,
  createFilesService,
  createFileTargets,
  createItemViews,
  createHoldTree,
} from '#features/files/index.ts';
import { createFavouritesService } from '#features/favourites/index.ts';
import { createEndedLinks, createGuestBook, createLinkDownloads } from '#features/links/index.ts';
import { createJobsService } from '#features/jobs/index.ts';
import { createMailService } from '#features/mail/index.ts';
import { createPicturesService } from '#features/pictures/index.ts';
import { createRealtimeService } from '#features/realtime/index.ts';
import { createReceivedService, createRequestsService } from '#features/requests/index.ts';
import { createSearchService } from '#features/search/index.ts';
import {
  createServerTools,
  createSettingsChanges,
  createSettingsService,
  lockedBy,
} from '#features/settings/index.ts';
import {
  createDeedsService,
  createGuestsService,
  createGuestWatch,
  createLinkCards,
  createLinksSummary,
  createNotices,
  createSharesService,
} from '#features/sharing/index.ts';
import { createSetupService, type SetupService } from '#features/setup/index.ts';
import { createThumbnailsService } from '#features/thumbnails/index.ts';
import { createTranslationsService } from '#features/translations/index.ts';
import { createTrashService } from '#features/trash/index.ts';
import { createUploadsService } from '#features/uploads/index.ts';
import { createUsageService } from '#features/usage/index.ts';
import { createPasswordRule, createUsersService, type UsersService } from '#features/users/index.ts';
import { createViewsService } from '#features/views/index.ts';
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

/** What exists before anything is installed. */
export interface Foundation extends BaseServices {
  readonly setup: SetupService;
  readonly users: UsersService;
}

export const composeFoundation = ({ db, clock, events, hasher, breached, sealer }: Parts): Foundation => {
  const settings = createSettingsService({ db, clock, sealer });
  const translations = createTranslationsService();
  const users = createUsersService({
    hasMessages: translations.hasMessages,
    db,
    clock,
    events,
    hasher,
    checkNewPassword: createPasswordRule({
      breached,
      title: async () => (await settings.current()).title,
    }),
  });
  return { settings, users, translations, setup: createSetupService({ db, settings, users }) };
};

/** Every feature of an installed server. */
export const composeServices = (parts: Parts, { settings, translations, users }: Foundation): Services => {
  const { db, blobs, clock, events } = parts;
  const jobs = createJobsService({ db, clock, node: parts.node, onError: parts.onBackgroundError });
  const mail = createMailService({
    ...parts,
    settings,
    jobs,
    wordsOf: (wishes) => {
      const locale = translations.firstOf(wishes);
      return { locale, messages: translations.getMessages(locale).messages };
    },
  });
  const activity = createActivityService({ db, clock });
  const auth = createAuthService({
    ...parts,
    users,
    activity,
    botSecret: () => settings.recaptchaSecret(),
    onError: parts.onBackgroundError,
  });
  const account = createAccountService({ db, clock, events, users, auth, activity, mail, settings });
  const notices = createNotices({ db, clock, jobs, mail });
  const guestBook = createGuestBook({
    clock,
    onReceived: (trx, guest, itemId) => received.expect(trx, guest, itemId),
    tellLog: async (trx, guest, { kind, name, toName = null, count }) => {
      await activity.record(trx, {
        kind: `guest.${kind}`,
        actorId: null,
        userId: guest.ownerId,
        ...guest.caller,
        details: { name, to: toName, count },
      });
      await notices.due(trx, guest);
    },
  });
  const viewItems = createItemViews(parts);
  const files = createFilesService({ db, clock, events, guests: guestBook });
  const holdTree = createHoldTree(db);
  const actions = createFileActions({ db, clock, events, holdTree, guests: guestBook });
  const settingsChanges = createSettingsChanges({
    ...parts,
    settings,
    record: (on, entry) => activity.record(on, entry),
    locked: lockedBy(parts.operatorMail),
    hasMessages: translations.hasMessages,
  });
  const pictures = createPicturesService({
    ...parts,
    settingsChanges,
    countImage: (userId) => auth.limits.count(`image:${userId}`, limits.imagesOfAccount),
  });
  const thumbnails = createThumbnailsService({
    ...parts,
    files,
    jobs,
    onError: parts.onBackgroundError,
  });
  const zip = createZipService({ db, blobs, clock, events });
  const guestWatch = createGuestWatch({ db, clock, events, onError: parts.onBackgroundError });
  const realtime = createRealtimeService({
    db,
    settings,
    auth,
    events,
    hub: createPusherHub(),
    viewItems,
    watchGuest: (guest, end) => guestWatch.watch(guest, end),
    onError: parts.onBackgroundError,
  });
  const usage = createUsageService({ db, clock, settings, jobs });
  const uploads = createUploadsService({
    db,
    blobs,
    clock,
    settings,
    usage,
    events,
    targets: createFileTargets({ db, clock, guests: guestBook }),
    claims: [(keys) => thumbnails.claimedKeys(keys), (keys) => pictures.claimedKeys(keys)],
    onError: parts.onBackgroundError,
  });
  const endedLinks = createEndedLinks({ db, clock });
  const record: typeof activity.record = (on, entry) => activity.record(on, entry);
  const ofLinks = { ...parts, limits: auth.limits, mail, record };
  const requests = createRequestsService(ofLinks);
  const received = createReceivedService({ ...ofLinks, jobs, usage });
  const trash = createTrashService({
    db,
    blobs,
    clock,
    events,
    settings,
    actions,
    holdTree,
    jobs,
    releaseUsage: (trx, ownerId, bytes) => usage.releaseUsage(trx, ownerId, bytes),
    blobDependants: [(trx, blobIds) => thumbnails.dependantKeys(trx, blobIds)],
    onError: parts.onBackgroundError,
  });
  const serverTools = createServerTools({
    db,
    countTestMail: (userId) => auth.limits.count(`test_mail:${userId}`, limits.testMailOfAccount),
    emailOf: async (actor) => (await users.getOwn(actor)).email,
    sendMail: (to) => mail.sendTest(to),
    caches: {
      zip_layouts: async () => zip.clearLayouts(),
      failed_thumbnails: () => thumbnails.retryFailed(),
      finished_jobs: () => jobs.forgetDone(),
    },
    record: (on, entry) => activity.record(on, entry),
  });
  const admin = createAdminService({
    ...parts,
    settings,
    jobs,
    users,
    usage,
    account,
    auth,
    mail,
    activity,
    pictures,
    // What guests have begun is known by their links: those go after it.
    erasing: [uploads, zip, endedLinks, requests, trash, actions],
  });
  const guests = createGuestsService({ db, clock, hasher: parts.hasher, limits: auth.limits, record });
  const linkCards = createLinkCards({ db, guests });
  const shares = createSharesService(ofLinks);
  const linkDownloads = createLinkDownloads({ db, clock });
  const deeds = createDeedsService({ db, clock, actions, record });
  return {
    admin,
    deeds,
    shares,
    summarizeLinks: createLinksSummary({ db, clock }),
    received,
    requests,
    publicAddress: parts.publicAddress,
    guests,
    guestBook,
    guestWatch,
    linkCards,
    linkDownloads,
    viewItems,
    settings,
    settingsChanges,
    serverTools,
    pictures,
    translations,
    users,
    mail,
    activity,
    auth,
    account,
    files,
    actions,
    trash,
    uploads,
    usage,
    downloads: createDownloadsService({ files, blobs, clock }),
    jobs,
    search: createSearchService({ db }),
    views: createViewsService({ db, files, clock }),
    favourites: createFavouritesService({ db, events, holdTree }),
    thumbnails,
    zip,
    realtime,
    settled: async () => {
      guestWatch.close();
      await uploads.settled();
      await thumbnails.settled();
      await jobs.settled();
      await usage.settled();
      await auth.settled();
      await parts.thumbnailer.close();
    },
    ready: async () => {
      await sql`select 1`.execute(db);
      await blobs.probe();
    },
    prepare: async () => {
      await uploads.clearStaging();
      await thumbnails.sweep();
      await trash.resume();
      await admin.resume();
      jobs.start();
    },
    sweep: async () => {
      for (const part of [
        auth,
        account,
        uploads,
        actions,
        trash,
        thumbnails,
        pictures,
        jobs,
        usage,
        zip,
        linkDownloads,
        requests,
        endedLinks,
        admin,
      ]) {
        try {
          // One after the other, so that cleaning up never crowds out requests.
          await part.sweep();
        } catch (error) {
          // What one part cannot clean up, a blob store that is away for example, stops no other.
          parts.onBackgroundError(error);
        }
      }
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
