import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSetupApp } from '#app.ts';
import { composeFoundation, type Foundation } from '#compose.ts';
import { type Parts, translateError } from '#compose-parts.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import { createBreachedPasswords } from '#adapters/breached-passwords.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { migrate } from '#db/migrate.ts';
import { createTestClock } from '#testing/test-clock.ts';
import { createTestOutside } from '#testing/test-outside.ts';
import { createTestThumbnailer } from '#testing/test-thumbnailer.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import pino from 'pino';

let database: TestDatabase;
let foundation: Foundation;
let parts: Parts;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.db);
  const clock = createTestClock();
  parts = {
    db: database.db,
    blobs: createMemoryBlobStore(),
    hasher: createArgon2Hasher({ memory: 64, passes: 1 }),
    breached: createBreachedPasswords(),
    clock,
    events: createMemoryEvents((error) => {
      throw error;
    }),
    thumbnailer: createTestThumbnailer({ folder: tmpdir() }),
    ...createTestOutside({ dataDir: tmpdir(), clock }),
    node: 'test',
    onBackgroundError: (error) => {
      throw error;
    },
  };
  foundation = composeFoundation(parts);
});
afterEach(() => database.drop());

const countUsers = async (): Promise<number> =>
  (await database.db.selectFrom('users').select('id').execute()).length;

test('installing makes one administrator and the chosen settings', async () => {
  expect(await foundation.setup.isInstalled()).toBe(false);
  const done = await foundation.setup.install({
    email: 'Ada@Example.com',
    password: 'long enough',
    firstName: 'Ada',
    settings: { title: 'Northlight', mimetypes_blacklist: ['.EXE', 'image/*'] },
  });
  expect(done).toBe(true);
  expect(await foundation.setup.isInstalled()).toBe(true);
  expect(await foundation.users.findByEmail('ada@example.com')).toMatchObject({
    email: 'Ada@Example.com',
    role: 'admin',
  });
  expect(await foundation.settings.current()).toMatchObject({
    title: 'Northlight',
    mimetypes_blacklist: ['exe', 'image/*'],
    upload_limit: 0,
  });
});

test('a second installation changes nothing', async () => {
  await foundation.setup.install({ email: 'a@example.com', password: 'long enough' });
  expect(
    await foundation.setup.install({
      email: 'b@example.com',
      password: 'long enough',
      settings: { title: 'Mine' },
    }),
  ).toBe(false);
  expect(await countUsers()).toBe(1);
  expect((await foundation.settings.current()).title).toBe('Holdall');
});

test('two installations at once make one', async () => {
  const done = await Promise.all(
    ['a@example.com', 'b@example.com', 'c@example.com'].map((email) =>
      foundation.setup.install({ email, password: 'long enough' }),
    ),
  );
  expect(done.filter(Boolean)).toHaveLength(1);
  expect(await countUsers()).toBe(1);
});

test.each([
  [{ email: 'nonsense', password: 'long enough' }, /email/],
  [{ email: 'a@example.com', password: 'short' }, /password/],
  [{ email: 'a@example.com', password: 'x'.repeat(257) }, /password/],
  [{ email: 'a@example.com', password: 'long enough', settings: { chunk_size: 1 } }, /chunk_size/],
])('%o is refused and nothing is installed', async (installation, field) => {
  await expect(foundation.setup.install(installation)).rejects.toThrow(field);
  expect(await foundation.setup.isInstalled()).toBe(false);
  expect(await countUsers()).toBe(0);
});

test('until then the server says that it waits for its installation', async () => {
  const app = await createSetupApp(foundation, {
    log: pino({ level: 'silent' }),
    version: '0',
    translateError,
    publicOrigin: undefined,
    trustedProxies: [],
    recaptchaOrigin: 'https://recaptcha.test',
    webDist: undefined,
  });
  expect((await app.inject({ url: '/api/config' })).json()).toMatchObject({
    installation: true,
    isAuthenticated: false,
  });
  expect((await app.inject({ url: '/api/user' })).json()).toMatchObject({
    status: 503,
    code: 'setup.required',
  });
  expect((await app.inject({ url: '/health/ready' })).json()).toMatchObject({
    status: 503,
    code: 'setup.required',
  });
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  await app.close();
});
