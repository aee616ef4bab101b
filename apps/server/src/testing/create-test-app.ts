import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createBreachedPasswords } from '#adapters/breached-passwords.ts';
import type { ReadCertificateEnd } from '#adapters/certificate-end.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import type { DiskSpace } from '#lib/disk-space.ts';
import { createDiskReads } from '#lib/disk-reads.ts';
import { openPostgresEvents } from '#adapters/postgres/events-postgres.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import { createApp, type Services } from '#app.ts';
import { composeFoundation, composeServices, type Foundation } from '#compose/features.ts';
import type { Infrastructure } from '#compose/infrastructure.ts';
import { smallContentLimit, translateError } from '#features/storage/index.ts';
import { openStorage } from '#compose/storage.ts';
import { createPostgresClient } from '#db/dialects/postgres.ts';
import { createFileTargets, type FileTargets } from '#features/files/index.ts';
import type { SettingsInput } from '#features/settings/index.ts';
import { createHttpServer } from '#http/server.ts';
import type { BlobStore } from '#ports/blob-store.ts';
import type { Events } from '#ports/events.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { Thumbnailer } from '#ports/thumbnailer.ts';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import { createTestClock, type TestClock } from '#testing/test-clock.ts';
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { createTestOutbound } from '#testing/test-outbound.ts';
import { createTestHostEnvironment } from '#testing/test-host-environment.ts';
import { createTestThumbnailer } from '#testing/test-thumbnailer.ts';

/** Cheap on purpose: what is tested is never how slow a hash is. */
const testCost = { memory: 64, passes: 1 };

export const testPassword = 'correct horse battery';
export const testEmail = 'ada@example.com';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly foundation: Foundation;
  readonly fileTargets: FileTargets;
  /** The active store, and what rows record as its id. */
  readonly blobs: BlobStore;
  readonly storeId: string;
  /** Instead of a store in the temporary data folder. */
  readonly disk: BlobStore | undefined;
  readonly parts: Infrastructure;
  readonly database: TestDatabase;
  readonly clock: TestClock;
  /** Folder of blobs and staging. */
  readonly dataDir: string;
  /** Log lines that were written, parsed. */
  readonly logged: Record<string, unknown>[];
  /** Signs in and answers the Cookie header. */
  signIn(email?: string, password?: string): Promise<string>;
  /** Makes another user with the test password. @returns its id */
  addUser(email: string, role?: 'admin' | 'user'): Promise<string>;
  /** Listens on a free port of loopback. @returns the origin */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly settings?: SettingsInput;
  /** Instead of a store in the temporary data folder. */
  readonly blobs?: BlobStore;
  /** Bytes of the largest content that the database takes; -1: all are in the store. */
  readonly smallContentLimit?: number;
  /** Instead of one that makes thumbnails as the server does. */
  readonly thumbnailer?: Thumbnailer;
  /** As HOLDALL_SMTP_URL: the `url` of `createMailServer`. Jobs are done then, mails sent. */
  readonly mail?: string;
  /** As HOLDALL_RECAPTCHA_ORIGIN. */
  readonly recaptchaOrigin?: string;
  /** As HOLDALL_ALLOWED_PRIVATE_HOSTS. */
  readonly allowedPrivateHosts?: readonly string[];
  /** As HOLDALL_S3_…. */
  readonly operatorStorage?: ObjectStorage;
  readonly operatorDownloads?: 'proxy' | 'direct';
  readonly webDist?: string;
  /** Instead of looking at what the public address shows. */
  readonly readCertificateEnd?: ReadCertificateEnd;
  /** Instead of the space of the disk that the test runs on. */
  readonly diskSpace?: () => Promise<DiskSpace>;
  /** As HOLDALL_METRICS_TOKEN. */
  readonly metricsToken?: string;
  /** The public key that backups are encrypted to. */
  readonly backupRecipient?: string;
  /** As HOLDALL_DEMO. */
  readonly demo?: boolean;
  readonly publicOrigin?: string;
  readonly trustedProxies?: readonly string[];
  /** As HOLDALL_HOST_NAMES. */
  readonly hostNames?: readonly string[];
  /** As HOLDALL_HSTS_SUBDOMAINS. */
  readonly hstsSubdomains?: boolean;
  readonly onRoute?: (route: { method: string | string[]; url: string }) => void;
  /** Sends events to other nodes, as with PostgreSQL. */
  readonly tellsNodes?: boolean;
  /** Makes the database of an installation whose files are in this folder, instead of an empty one. */
  readonly createDatabase?: (dataDir: string) => Promise<TestDatabase>;
  /** Another node that shares its database, store and clock with this one. */
  readonly beside?: TestApp;
}

/** The database of another node, with connections of its own. */
const besideOf = ({ database }: TestApp): TestDatabase => {
  const own = openTestDatabase(database.choice);
  return { ...own, drop: () => own.db.destroy() };
};

const fail = (error: unknown): never => {
  throw error;
};

/** A store of a test, with the owner that a server writes into it. */
const withOwner = (store: BlobStore): OwnedBlobStore => {
  let owner: string | undefined;
  return {
    ...store,
    owner: async () => owner,
    setOwner: async (installation) => {
      owner = installation;
    },
  };
};

const openEvents = async ({ choice }: TestDatabase, tellsNodes: boolean): Promise<Events> => {
  if (!tellsNodes || choice.kind === 'sqlite') return createMemoryEvents(fail);
  return openPostgresEvents({
    createClient: () => createPostgresClient(choice),
    key: 'a secret of the tests',
    onFailure: fail,
    onBroken: () => undefined,
  });
};

/**
 * Creates the whole server on an empty database of the run's dialect, with one administrator; or a second node
 * beside another.
 */
export const createTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdall-test-'));
  const { beside, tellsNodes = beside !== undefined } = options;
  const { createDatabase = (folder: string) => createMigratedDatabase(join(folder, 'holdall.sqlite')) } =
    options;
  const database = beside === undefined ? await createDatabase(dataDir) : besideOf(beside);
  const clock = beside?.clock ?? createTestClock();
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const outside = createTestOutbound({ ...options, dataDir, clock, publicAddress: options.publicOrigin });
  const node = beside === undefined ? 'test' : `beside ${beside.parts.node}`;
  const operator = options.operatorStorage;
  const reads = createDiskReads(fail);
  const disk = options.blobs ?? beside?.disk;
  const storage = await openStorage(
    {
      db: database.db,
      sealer: outside.sealer,
      // Bytes are those of the other one.
      dataDir: beside?.dataDir ?? dataDir,
      node,
      operator,
      allowedPrivateHosts: options.allowedPrivateHosts ?? [],
      clock,
      reads,
      disk: disk && withOwner(disk),
    },
    (sentence) => log.warn(sentence),
  );
  const parts: Infrastructure = {
    db: database.db,
    storage: { ...storage, operator, downloads: options.operatorDownloads },
    smallContentLimit: options.smallContentLimit ?? smallContentLimit,
    hasher: createArgon2Hasher(testCost),
    breached: createBreachedPasswords(),
    clock,
    events: await openEvents(database, tellsNodes),
    thumbnailer: options.thumbnailer ?? createTestThumbnailer({ folder: join(dataDir, 'thumbnailing') }),
    ...outside,
    ...(options.readCertificateEnd === undefined ? {} : { readCertificateEnd: options.readCertificateEnd }),
    node,
    hostEnvironment: {
      ...createTestHostEnvironment(dataDir, database, options),
      diskSpace: options.diskSpace ?? (async () => ({ free: 900_000_000_000, total: 1_000_000_000_000 })),
    },
    onBackgroundError: (error) => log.error({ err: error }, 'work in the background failed'),
  };
  const foundation = composeFoundation(parts);
  await foundation.setup.install({
    email: testEmail,
    password: testPassword,
    settings: options.settings ?? {},
  });
  const services = composeServices(parts, foundation);
  await services.address.refresh();
  const app = await createApp(services, {
    log,
    version: '0.0.0-test',
    translateError,
    trustedProxies: options.trustedProxies ?? [],
    hostNames: options.hostNames ?? [],
    hstsSubdomains: options.hstsSubdomains ?? false,
    recaptchaOrigin: options.recaptchaOrigin ?? 'https://recaptcha.test',
    webDist: options.webDist,
    demo: options.demo ?? false,
    ...(options.onRoute === undefined ? {} : { onRoute: options.onRoute }),
  });
  await app.ready();
  if (options.mail !== undefined) services.jobs.start();
  const { id: storeId, blobs } = await storage.stores.active();
  const server = createHttpServer();
  let listening = false;
  return {
    app,
    services,
    foundation,
    fileTargets: createFileTargets({
      ...parts,
      guests: services.guestAccess,
      keepsVersions: () => Promise.resolve(true),
    }),
    blobs,
    storeId,
    disk,
    parts,
    database,
    clock,
    dataDir,
    logged,
    signIn: async (email = testEmail, password = testPassword) => {
      const answer = await app.inject({ method: 'POST', url: '/api/login', payload: { email, password } });
      const cookie = answer.cookies[0];
      if (cookie === undefined) throw new Error(`sign-in answered ${answer.statusCode}: ${answer.body}`);
      return `${cookie.name}=${cookie.value}`;
    },
    addUser: async (email, role = 'user') =>
      foundation.users.create(parts.db, {
        email,
        role,
        firstName: '',
        lastName: '',
        passwordHash: await foundation.users.hashPassword(testPassword),
      }),
    listen: async () => {
      await server.use(app);
      listening = true;
      const { port } = (await server.listen('127.0.0.1', 0)) satisfies AddressInfo;
      return `http://127.0.0.1:${port}`;
    },
    close: async () => {
      await services.realtime.close();
      if (listening) await server.close(0);
      else await app.close();
      await services.settled();
      await parts.events.close();
      await reads.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
