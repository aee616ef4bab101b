import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { environmentOf, type Spawned, spawnHoldall } from '#testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

vi.setConfig({ testTimeout: 30_000 });

let dataDir: string;
let database: TestDatabase;
let running: Spawned[];

beforeEach(async () => {
  running = [];
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-commands-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const { process: child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ finished }) => finished));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (args: string[], env: Record<string, string> = {}): Spawned => {
  const spawned = spawnHoldall(args, { ...environmentOf(database, dataDir), ...env });
  running.push(spawned);
  return spawned;
};
const admin = { HOLDALL_ADMIN_EMAIL: 'ada@example.com', HOLDALL_ADMIN_PASSWORD: 'correct horse' };
const addressOf = async (server: Spawned): Promise<string> =>
  (await server.printed(/ready at (http:\/\/\S+)/))[1] ?? '';
const signIn = (origin: string): Promise<Response> =>
  fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
  });

interface Ending {
  readonly args: string[];
  readonly env?: Record<string, string>;
  readonly code: number;
  readonly says: RegExp;
}

const setupArgs = ['setup', '--admin-email', 'ada@example.com', '--admin-password-file', '/dev/null'];

const endings: Ending[] = [
  { args: ['fly'], code: 2, says: /no command “fly”/ },
  { args: ['setup'], code: 2, says: /--admin-email/ },
  { args: ['setup', '--colour', 'red'], code: 2, says: /--colour/ },
  { args: [...setupArgs, '--subscription-type', 'gold'], code: 2, says: /none, fixed, metered/ },
  { args: [...setupArgs, '--default-capacity', '5 GB'], code: 2, says: /whole number of bytes/ },
  { args: [...setupArgs, '--default-capacity', '0'], code: 1, says: /default_capacity: .*at least one byte/ },
  { args: ['serve'], env: { HOLDALL_PORT: 'eighty' }, code: 1, says: /HOLDALL_PORT is not valid/ },
  {
    args: ['serve'],
    env: { ...admin, HOLDALL_ADMIN_PASSWORD: 'short' },
    code: 1,
    says: /password: A password has at least 8/,
  },
  {
    args: ['serve'],
    env: { ...admin, HOLDALL_ADMIN_PASSWORD: 'Password2026!' },
    code: 1,
    says: /password: This password is known from data breaches/,
  },
  {
    args: ['serve'],
    env: { HOLDALL_DATABASE_URL: 'postgres://nobody:hidden-secret@127.0.0.1:1/none' },
    code: 1,
    says: /HOLDALL_DATABASE_URL cannot be used/,
  },
  {
    args: ['serve'],
    env: { HOLDALL_DATA_DIR: '/dev/null/data' },
    code: 1,
    says: /\/dev\/null\/data.* cannot be/,
  },
  {
    args: ['serve'],
    env: { HOLDALL_SECRET_KEY: 'hidden-secret' },
    code: 1,
    says: /HOLDALL_SECRET_KEY is not valid: must be 32 random bytes/,
  },
  {
    args: ['serve'],
    env: { HOLDALL_SMTP_URL: 'smtp://ada:hidden-secret@' },
    code: 1,
    says: /HOLDALL_SMTP_URL is not valid: must look like smtp:/,
  },
  {
    args: ['serve'],
    env: {
      HOLDALL_SMTP_URL: 'smtp://ada:hidden-secret@mail.example.com',
      HOLDALL_DATABASE_URL: 'postgres://nobody:hidden-secret@127.0.0.1:1/none',
    },
    code: 1,
    says: /HOLDALL_URL is not set: links in mails/,
  },
  { args: ['setup', '--help'], code: 0, says: /Usage: holdall setup/ },
  { args: ['--help'], code: 0, says: /HOLDALL_DATA_DIR/ },
];

test.each(endings)('$args with $env ends with $code', async ({ args, env, code, says }) => {
  const result = await run(args, env).finished;
  expect(result.output).toMatch(says);
  expect(result.output).not.toContain('    at ');
  expect(result.output).not.toContain('hidden-secret');
  expect(result.code).toBe(code);
});

test('the secret key is made at the first start, and a damaged one stops the next', async () => {
  const path = join(dataDir, 'secret.key');
  const first = run(['serve'], admin);
  await addressOf(first);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  first.process.kill('SIGTERM');
  expect((await first.finished).code).toBe(0);
  await writeFile(path, 'hidden-secret');
  const { code, output } = await run(['serve']).finished;
  expect(code).toBe(1);
  expect(output).toMatch(/The secret key cannot be used: .*secret\.key is damaged/);
  expect(output).not.toContain('hidden-secret');
});

test('the first start installs, the next ones keep what is there', async () => {
  const first = run(['serve'], admin);
  expect((await signIn(await addressOf(first))).status).toBe(200);
  first.process.kill('SIGTERM');
  expect((await first.finished).code).toBe(0);
  const second = run(['serve'], { ...admin, HOLDALL_ADMIN_PASSWORD: 'another password' });
  expect((await signIn(await addressOf(second))).status).toBe(200);
  expect(second.output()).not.toContain('correct horse');
});

test('a waiting server takes notice of `holdall setup`', async () => {
  const server = run(['serve']);
  const origin = await addressOf(server);
  await server.printed(/not installed yet/);
  expect(await (await fetch(`${origin}/api/config`)).json()).toMatchObject({ installation: true });
  const passwordFile = join(dataDir, 'password');
  await writeFile(passwordFile, 'correct horse\n');
  const words = [
    'setup',
    '--admin-email',
    'ada@example.com',
    '--admin-password-file',
    passwordFile,
    '--upload-limit',
    '1000',
    '--subscription-type',
    'metered',
    '--storage-limit',
    '--default-capacity',
    '2000',
  ];
  expect((await run(words).finished).code).toBe(0);
  await server.printed(/is installed/);
  expect(await (await fetch(`${origin}/api/config`)).json()).toMatchObject({
    installation: false,
    uploadLimit: 1000,
    subscriptionType: 'metered',
    storageLimit: true,
  });
  expect((await signIn(origin)).status).toBe(200);
  const again = await run(words).finished;
  expect(again.code).toBe(3);
  expect(again.output).toContain('installed already');
});

test('SIGTERM lets a request under way end and takes no new one', async () => {
  const server = run(['serve'], admin);
  const origin = await addressOf(server);
  const cookie = (await signIn(origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const port = Number(new URL(origin).port);
  const socket = connect(port, '127.0.0.1');
  const body = '{"name":"made while draining"}';
  let answer = '';
  socket.on('data', (data: Buffer) => {
    answer += data.toString();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /api/create-folder HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  // Answered on another connection: by then the server has read the first half, too.
  await fetch(`${origin}/health/live`);
  server.process.kill('SIGTERM');
  await server.printed(/draining/);
  await expect(fetch(`${origin}/health/live`)).rejects.toThrow();
  socket.write(body.slice(5));
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  expect((await server.finished).code).toBe(0);
});

test('a port that is taken is named', async () => {
  const first = run(['serve'], admin);
  const { port } = new URL(await addressOf(first));
  const second = await run(['serve'], { HOLDALL_PORT: port, HOLDALL_DATA_DIR: join(dataDir, 'other') })
    .finished;
  expect(second.code).toBe(1);
  expect(second.output).toContain(`Port ${port} is taken`);
});

test('a second server on the same data directory is refused and leaves the first alone', async () => {
  const first = run(['serve'], admin);
  const origin = await addressOf(first);
  const second = await run(['serve']).finished;
  expect(second.code).toBe(1);
  expect(second.output).toContain('Another Holdall is serving');
  expect((await signIn(origin)).status).toBe(200);
});

test('what is kept belongs to its user alone, and the folder may be a link', async () => {
  const link = join(dataDir, 'link');
  const real = join(dataDir, 'real');
  await mkdir(real, { mode: 0o755 });
  await symlink(real, link);
  const server = run(['serve'], { ...admin, HOLDALL_DATA_DIR: link });
  expect((await signIn(await addressOf(server))).status).toBe(200);
  const modes = await Promise.all(
    (await readdir(real)).map(async (name) => (await stat(join(real, name))).mode & 0o077),
  );
  expect(modes.length).toBeGreaterThan(2);
  expect(modes.every((mode) => mode === 0)).toBe(true);
});

test('after the installation nothing of its variables is needed', async () => {
  const first = run(['serve'], admin);
  await addressOf(first);
  first.process.kill('SIGTERM');
  await first.finished;
  const second = run(['serve'], {
    HOLDALL_ADMIN_EMAIL: 'ada@example.com',
    HOLDALL_ADMIN_PASSWORD_FILE: '/no/such/file',
  });
  expect((await signIn(await addressOf(second))).status).toBe(200);
});
