import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeFoundation, type Foundation } from '#compose/features.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import { createBreachedPasswords } from '#adapters/breached-passwords.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { migrate } from '#db/migrate.ts';
import { createTestClock } from '#testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

let database: TestDatabase;
let foundation: Foundation;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.db);
  foundation = composeFoundation({
    db: database.db,
    hasher: createArgon2Hasher({ memory: 64, passes: 1 }),
    breached: createBreachedPasswords(),
    clock: createTestClock(),
    events: createMemoryEvents((error) => {
      throw error;
    }),
    sealer: createAesSealer(Buffer.alloc(32, 7)),
  });
});
afterEach(() => database.drop());

const countUsers = async (): Promise<number> =>
  (await database.db.selectFrom('users').select('id').execute()).length;

test('installing creates one administrator and the chosen settings', async () => {
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
  const kept = await database.db.selectFrom('settings').select('name').orderBy('name').execute();
  expect(kept.map(({ name }) => name)).toEqual(['installed_at', 'mimetypes_blacklist', 'title']);
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

test('of two concurrent installations one succeeds', async () => {
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
