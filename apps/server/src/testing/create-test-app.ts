import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createDiskBlobStore } from '#adapters/blob-disk.ts';
import { createBreachedPasswords } from '#adapters/breached-passwords.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import { createApp, type Services } from '#app.ts';
import { composeFoundation, composeServices, type Foundation } from '#compose.ts';
import { type Parts, translateError } from '#compose-parts.ts';
import { createFileTargets, type FileTargets } from '#features/files/index.ts';
import type { SettingsInput } from '#features/settings/index.ts';
import { createHttpServer } from '#http/server.ts';
import type { BlobStore } from '#ports/blob-store.ts';
import type { Thumbnailer } from '#ports/thumbnailer.ts';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import { createTestClock, type TestClock } from '#testing/test-clock.ts';
import { createTestOutside } from '#testing/test-outside.ts';
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
  readonly parts: Parts;
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
  /** Instead of one that makes thumbnails as the server does. */
  readonly thumbnailer?: Thumbnailer;
  /** As HOLDALL_SMTP_URL: the `url` of `createMailServer`. Jobs are done then, mails sent. */
  readonly mail?: string;
  /** As HOLDALL_RECAPTCHA_ORIGIN. */
  readonly recaptchaOrigin?: string;
  /** As HOLDALL_ALLOWED_PRIVATE_HOSTS. */
  readonly allowedPrivateHosts?: readonly string[];
  readonly webDist?: string;
  readonly publicOrigin?: string;
  readonly trustedProxies?: readonly string[];
  readonly onRoute?: (route: { method: string | string[]; url: string }) => void;
}

/** The whole server on an empty database of the run's dialect, with one administrator installed. */
export const createTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdall-test-'));
  const database = await createMigratedDatabase(join(dataDir, 'holdall.sqlite'));
  const clock = createTestClock();
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const parts: Parts = {
    db: database.db,
    blobs: options.blobs ?? (await createDiskBlobStore(dataDir)),
    hasher: createArgon2Hasher(testCost),
    breached: createBreachedPasswords(),
    clock,
    events: createMemoryEvents((error) => {
      throw error;
    }),
    thumbnailer: options.thumbnailer ?? createTestThumbnailer({ folder: join(dataDir, 'thumbnailing') }),
    ...createTestOutside({ ...options, dataDir, clock, publicAddress: options.publicOrigin }),
    node: 'test',
    onBackgroundError: (error) => log.error({ err: error }, 'work in the background failed'),
  };
  const foundation = composeFoundation(parts);
  await foundation.setup.install({
    email: testEmail,
    password: testPassword,
    settings: options.settings ?? {},
  });
  const services = composeServices(parts, foundation);
  const app = await createApp(services, {
    log,
    version: '0.0.0-test',
    translateError,
    publicOrigin: options.publicOrigin,
    trustedProxies: options.trustedProxies ?? [],
    recaptchaOrigin: options.recaptchaOrigin ?? 'https://recaptcha.test',
    webDist: options.webDist,
    ...(options.onRoute === undefined ? {} : { onRoute: options.onRoute }),
  });
  await app.ready();
  if (options.mail !== undefined) services.jobs.start();
  const server = createHttpServer();
  let listening = false;
  return {
    app,
    services,
    foundation,
    fileTargets: createFileTargets({ ...parts, guests: services.guestBook }),
    parts,
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
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
