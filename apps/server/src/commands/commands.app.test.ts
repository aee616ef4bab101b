import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runHere } from '#testing/run-here.ts';
import { environmentOf, type Spawned, spawnHoldall } from '#testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const admin = { HOLDALL_ADMIN_EMAIL: 'ada@example.com', HOLDALL_ADMIN_PASSWORD: 'correct horse' };

interface Place {
  readonly dataDir: string;
  readonly env: Record<string, string>;
  /** Runs the real program as its own process. */
  run(args: string[], env?: Record<string, string>): Spawned;
  /** Ends what runs of it. */
  end(): Promise<void>;
  remove(): Promise<void>;
}

const createPlace = async (): Promise<Place> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdall-commands-'));
  const database: TestDatabase = await createTestDatabase();
  const running: Spawned[] = [];
  const env = environmentOf(database, dataDir);
  const end = async (): Promise<void> => {
    for (const { process: child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ finished }) => finished));
  };
  return {
    dataDir,
    env,
    run: (args, own = {}) => {
      const spawned = spawnHoldall(args, { ...env, ...own });
      running.push(spawned);
      return spawned;
    },
    end,
    remove: async () => {
      await end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
const addressOf = async (server: Spawned): Promise<string> =>
  (await server.printed(/ready at (http:\/\/\S+)/))[1] ?? '';
const signIn = (origin: string): Promise<Response> =>
  fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
  });

describe('a server that is installed by its environment', () => {
  let place: Place;
  let link: string;
  let server: Spawned;
  let origin: string;
  beforeAll(async () => {
    place = await createPlace();
    link = join(place.dataDir, 'link');
    await mkdir(join(place.dataDir, 'real'), { mode: 0o755 });
    await symlink(join(place.dataDir, 'real'), link);
    server = place.run(['serve'], { ...admin, HOLDALL_DATA_DIR: link });
    origin = await addressOf(server);
  });
  afterAll(() => place.remove());

  test('the data belongs to its user alone, and the folder may be a link', async () => {
    expect((await signIn(origin)).status).toBe(200);
    const real = join(place.dataDir, 'real');
    const modes = await Promise.all(
      (await readdir(real)).map(async (name) => (await stat(join(real, name))).mode & 0o077),
    );
    expect(modes.length).toBeGreaterThan(2);
    expect(modes.every((mode) => mode === 0)).toBe(true);
    expect((await stat(join(real, 'secret.key'))).mode & 0o777).toBe(0o600);
  });

  test('a second server on the same data directory is refused and leaves the first alone', async () => {
    const second = await runHere(['serve'], { ...place.env, HOLDALL_DATA_DIR: link });
    expect(second.code).toBe(1);
    expect(second.output).toContain('Another Holdall is serving');
    expect((await signIn(origin)).status).toBe(200);
  });

  test('maintenance serves only its page, and does not touch the data', async () => {
    // Maintenance runs beside a server that holds the data directory, because it uses nothing of it.
    const away = place.run(['serve'], { HOLDALL_MAINTENANCE: '1', HOLDALL_DATA_DIR: link });
    const [, address] = await away.printed(/under maintenance at (http:\/\/\S+)/);
    const page = await fetch(`${address}/platform/files`);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('We’ll be right back');
    expect((await signIn(address ?? '')).status).toBe(503);
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    away.process.kill('SIGTERM');
    expect((await away.finished).code).toBe(0);
  });

  test('SIGTERM lets a request in progress end and accepts no new one', async () => {
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

  test('the next start needs none of the variables, and keeps the data', async () => {
    await place.end();
    server = place.run(['serve'], {
      HOLDALL_DATA_DIR: link,
      HOLDALL_ADMIN_EMAIL: 'ada@example.com',
      HOLDALL_ADMIN_PASSWORD_FILE: '/no/such/file',
    });
    expect((await signIn(await addressOf(server))).status).toBe(200);
    expect(server.output()).not.toContain('correct horse');
  });

  test('a damaged key stops the next start', async () => {
    await place.end();
    await writeFile(join(link, 'secret.key'), 'hidden-secret');
    const { code, output } = await runHere(['serve'], { ...place.env, HOLDALL_DATA_DIR: link });
    expect(code).toBe(1);
    expect(output).toMatch(/The secret key cannot be used: .*secret\.key is damaged/);
    expect(output).not.toContain('hidden-secret');
  });
});

describe('a server that waits for its installation', () => {
  let place: Place;
  beforeAll(async () => {
    place = await createPlace();
  });
  afterAll(() => place.remove());

  test('notices `holdall setup`', async () => {
    const server = place.run(['serve']);
    const origin = await addressOf(server);
    await server.printed(/not installed yet/);
    expect(await (await fetch(`${origin}/api/config`)).json()).toMatchObject({ installation: true });
    const passwordFile = join(place.dataDir, 'password');
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
    expect((await runHere(words, place.env)).code).toBe(0);
    await server.printed(/is installed/);
    expect(await (await fetch(`${origin}/api/config`)).json()).toMatchObject({
      installation: false,
      uploadLimit: 1000,
      subscriptionType: 'metered',
      storageLimit: true,
    });
    expect((await signIn(origin)).status).toBe(200);
    const again = await runHere(words, place.env);
    expect(again.code).toBe(3);
    expect(again.output).toContain('installed already');
  });
});
