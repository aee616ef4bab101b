import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { openDatabase } from '#db/open-database.ts';
import { createMailServer } from '#testing/mail-server.ts';
import { photo } from '#testing/media-files.ts';
import { createOwnPostgres, type OwnPostgres } from '#testing/own-postgres.ts';
import { type Ran, runHere } from '#testing/run-here.ts';
import { testDialect } from '#testing/test-database.ts';

let folder: string;
let dataDir: string;
let postgres: OwnPostgres | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-setup-'));
  dataDir = join(folder, 'data');
  postgres = testDialect() === 'postgres' ? await createOwnPostgres() : undefined;
});
afterEach(async () => {
  await postgres?.drop();
  await rm(folder, { recursive: true, force: true });
});

const admin = { HOLDALL_ADMIN_EMAIL: 'ada@example.com', HOLDALL_ADMIN_PASSWORD: 'correct horse battery' };
const run = (words: readonly string[], env: Record<string, string> = admin): Promise<Ran> =>
  runHere(['setup', ...words], { HOLDALL_DATA_DIR: dataDir, ...env });
const fileOf = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content, { mode: 0o600 });
  return path;
};
/** A file that names the database of the test. */
const databaseFile = (): Promise<string> => fileOf('database', `${postgres?.url() ?? 'sqlite'}\n`);
const read = async <T>(query: (db: Db) => Promise<T>): Promise<T> => {
  const db = openDatabase(
    postgres === undefined
      ? { kind: 'sqlite', path: join(dataDir, 'holdall.sqlite') }
      : { kind: 'postgres', url: postgres.url(), poolSize: 1 },
  );
  try {
    return await query(db);
  } finally {
    await db.destroy();
  }
};
const stored = async (): Promise<Record<string, unknown>> => {
  const rows = await read((db) => db.selectFrom('settings').select(['name', 'value']).execute());
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
};
const hasChosen = (): boolean => existsSync(join(dataDir, 'database.json'));

const images = ['logo', 'logo-horizontal', 'favicon', 'share-image', 'avatar'];

test('everything that the wizard asks can be given at once', async () => {
  const mail = await createMailServer({ credentials: { username: 'holdall', password: 'hidden-mail' } });
  const words = [
    '--database-file',
    await databaseFile(),
    '--url',
    'https://files.example.com',
    '--no-realtime',
    '--title',
    'Northlight',
    '--color',
    'moss',
    '--contact-email',
    'help@example.com',
    '--locale',
    'cs',
    '--default-theme',
    'dark',
    '--blacklist',
    'exe,.BAT',
    '--mail-host',
    '127.0.0.1',
    '--mail-port',
    String(mail.port),
    '--mail-encryption',
    'none',
    '--mail-username',
    'holdall',
    '--mail-password-file',
    await fileOf('mail', 'hidden-mail'),
    '--admin-first-name',
    'Ada',
    '--json',
  ];
  for (const name of images) words.push(`--${name}`, await fileOf(name, await photo(1)));
  const done = await run(words, { ...admin, HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' });
  expect(done).toMatchObject({
    code: 0,
    output: `${JSON.stringify({ installed: true, data_dir: dataDir })}\n`,
  });
  const settings = await stored();
  expect(settings).toMatchObject({
    url: 'https://files.example.com',
    realtime: false,
    title: 'Northlight',
    color: 'moss',
    contact_email: 'help@example.com',
    locale: 'cs',
    default_theme: 'dark',
    mimetypes_blacklist: ['exe', 'bat'],
    mail_driver: 'smtp',
    mail_username: 'holdall',
  });
  expect(JSON.stringify(settings)).not.toContain('hidden-mail');
  expect(settings).not.toHaveProperty('setup:draft');
  for (const name of ['logo', 'logo_horizontal', 'favicon', 'share_image'])
    expect([name, settings[name]]).toEqual([name, expect.stringMatching(/./)]);
  expect(await read((db) => db.selectFrom('users').select(['email', 'avatar_id']).execute())).toEqual([
    { email: 'ada@example.com', avatar_id: expect.stringMatching(/./) as string },
  ]);
  expect(hasChosen()).toBe(true);
  // Nothing of a wizard is left, and a database that is not used was not made.
  expect(await readdir(dataDir)).not.toContain('setup');
  expect((await readdir(dataDir)).includes('holdall.sqlite')).toBe(postgres === undefined);
  await mail.close();
  const again = await run(['--json']);
  expect(again).toMatchObject({
    code: 3,
    output: `${JSON.stringify({ installed: false, data_dir: dataDir })}\n`,
  });
});

test.each<[words: string[], code: number, says: RegExp]>([
  [['--storage', 'tape'], 2, /--storage takes one of disk, s3/],
  [['--mail-port', 'many'], 2, /--mail-port takes the number of a port/],
  [['--admin-email', 'ada@example.com'], 2, /belong together/],
  [['--storage', 'disk', '--s3-bucket', 'files'], 1, /for --storage s3 and --mail smtp alone/],
  [['--s3-bucket', 'files'], 1, /s3_access_key/],
  [['--s3-bucket', 'files', '--s3-access-key', 'key'], 1, /storage\.s3_secret_key: Enter the secret key/],
  [['--mail', 'smtp', '--mail-host', '127.0.0.1'], 1, /mail\.mail_host: .*HOLDALL_ALLOWED_PRIVATE_HOSTS/],
  [['--url', 'files'], 1, /url: Enter an address like/],
  [['--locale', 'xx'], 1, /locale: There’s no translation/],
  [['--title', ' '], 1, /title: The app needs a title/],
  [['--database-file', '/no/such/file'], 1, /The database file cannot be read/],
  [['--logo', '/no/such/file'], 1, /The logo file cannot be read/],
  [['--avatar', import.meta.filename], 1, /The avatar file cannot be used: /],
])('%j is refused with %i, and nothing is installed', async (words, code, says) => {
  const done = await run(words);
  expect({ code: done.code, output: done.output }).toEqual({
    code,
    output: expect.stringMatching(says) as string,
  });
  expect(done.output).not.toContain('    at ');
  expect(existsSync(join(dataDir, 'holdall.sqlite'))).toBe(false);
});

test('an unusable database is not stored', async () => {
  const file = await fileOf('database', 'postgres://app:hidden-secret@127.0.0.1:1/files');
  const done = await run(['--database-file', file, '--json']);
  expect(done.code).toBe(1);
  expect(JSON.parse(done.output)).toMatchObject({
    error: { code: 'config', message: expect.stringMatching(/--database-file cannot be used/) as string },
  });
  expect(done.output).not.toContain('hidden-secret');
  expect(hasChosen()).toBe(false);
});

test('a licence is required where the distributor demands it', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const payload = Buffer.from(JSON.stringify({ holder: 'Northlight Ltd' }));
  const licence = `${payload.toString('base64url')}.${sign(null, payload, privateKey).toString('base64url')}`;
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const env = { ...admin, HOLDALL_LICENCE_PUBLIC_KEY: key };
  const without = await run([], env);
  expect(without).toMatchObject({
    code: 1,
    output: expect.stringContaining('HOLDALL_PURCHASE_CODE_FILE') as string,
  });
  const wrong = await run(['--purchase-code-file', await fileOf('wrong', `${licence}x`)], env);
  expect(wrong).toMatchObject({
    code: 1,
    output: expect.stringContaining('This code isn’t right') as string,
  });
  const database = await databaseFile();
  const right = await fileOf('right', licence);
  expect((await run(['--database-file', database, '--purchase-code-file', right], env)).code).toBe(0);
  expect(await stored()).toMatchObject({ licence_holder: 'Northlight Ltd', purchase_code: licence });
});

test('an installation is not abandoned for another database', async () => {
  expect((await run([])).code).toBe(0);
  const other = await fileOf('database', 'postgres://nobody@127.0.0.1:1/none');
  const again = await run(['--database-file', other]);
  expect([again.code, again.output]).toEqual([3, expect.stringMatching(/installed already/)]);
  expect(hasChosen()).toBe(false);
});

test('a database is stored when it holds the installation, and not before', async () => {
  const database = await databaseFile();
  const known = await run(['--database-file', database], {
    ...admin,
    HOLDALL_ADMIN_PASSWORD: 'Password2026!',
  });
  expect([known.code, known.output]).toEqual([1, expect.stringMatching(/known data breaches/)]);
  expect(hasChosen()).toBe(false);
  expect((await run(['--database-file', database])).code).toBe(0);
  expect(hasChosen()).toBe(true);
});

test('nothing is installed in place of a lost database', async () => {
  // As the command, or a server that its environment installs, finds it whose database went.
  expect((await run([])).code).toBe(0);
  const serve = { ...admin, HOLDALL_DATA_DIR: dataDir, HOLDALL_PORT: '0' };
  for (const suffix of ['', '-wal', '-shm'])
    await rm(join(dataDir, `holdall.sqlite${suffix}`), { force: true });
  for (const ran of [await run([]), await runHere(['serve'], serve)])
    expect(ran).toMatchObject({
      code: 1,
      output: expect.stringMatching(/its database holds none/) as string,
    });
  expect(existsSync(join(dataDir, 'holdall.sqlite'))).toBe(false);
  await rm(join(dataDir, 'installed'));
  expect((await run([])).code).toBe(0);
});
