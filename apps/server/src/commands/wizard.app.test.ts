import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '@holdall/contract/settings';
import { setupImages, setupSocketPath } from '@holdall/contract/setup';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openDatabase } from '#db/open-database.ts';
import { eventually } from '#testing/eventually.ts';
import { photo } from '#testing/media-files.ts';
import { runHere } from '#testing/run-here.ts';
import { firstAdmin as admin, setupCalls } from '#testing/use-wizard.ts';
import { startWizardServer, type WizardServer } from '#testing/wizard-server.ts';

// Servers are started and ended, each as a process of its own.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
let dataDir: string;
let running: WizardServer[];
beforeEach(async () => {
  running = [];
  folder = await mkdtemp(join(tmpdir(), 'holdall-wizards-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const server of running) await server.kill();
  await rm(folder, { recursive: true, force: true });
});

const start = async (env?: Readonly<Record<string, string>>): Promise<WizardServer> => {
  const server = await startWizardServer(dataDir, env);
  running.push(server);
  return server;
};
/** Kills the server and starts it again. */
const killed = async (server: WizardServer): Promise<WizardServer> => {
  await server.kill();
  return start();
};
const configOf = async (server: WizardServer): Promise<Config> =>
  (await (await server.call('GET', '/api/config')).json()) as Config;
const signIn = async (server: WizardServer): Promise<Response> =>
  server.call('POST', '/api/login', { body: { email: admin.email, password: admin.password } });
const mark = async (): Promise<number> => {
  const db = openDatabase({ kind: 'sqlite', path: join(dataDir, 'holdall.sqlite') });
  const rows = await db.selectFrom('settings').select('name').where('name', '=', 'setup:draft').execute();
  await db.destroy();
  return rows.length;
};

/** Sockets are tested through all proxies, and only tested. */
const expectEcho = async (server: WizardServer): Promise<void> => {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${setupSocketPath}`);
  const said = await new Promise((resolve, reject) => {
    socket.once('open', () => socket.send('is anybody there?'));
    socket.once('message', (data: Buffer) => resolve(data.toString()));
    socket.once('error', reject);
  });
  expect(said).toBe('is anybody there?');
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  expect((await server.call('GET', setupSocketPath)).status).toBe(404);
};

/** Every call of the wizard is refused from now on. */
const expectOver = async (server: WizardServer, cookie: string): Promise<void> => {
  for (const { method, path } of setupCalls)
    for (const headers of [
      {},
      { cookie },
      { cookie, origin: 'https://evil.example' },
      { 'x-setup-code': 'x' },
    ]) {
      const answer = await server.call(method, path.replace('{name}', 'logo'), { headers });
      expect([path, headers, answer.status]).toEqual([path, headers, 410]);
    }
  expect((await server.call('PATCH', '/api/setup/status')).status).toBe(410);
};

test('setup leads from an empty folder to a signed-in session', async () => {
  const server = await start();
  expect(server.link).toMatch(/\/install#code=([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/);
  const status = await server.step('checks');
  expect(status.next).toBe('purchase-code');
  const wrong = { headers: { 'x-setup-code': 'AAAA-BBBB' } };
  expect((await server.call('GET', '/api/setup/status', wrong)).status).toBe(401);
  await expectEcho(server);
  await server.step('database', { connection: 'sqlite' });
  await server.step('app', { title: 'Northlight' });
  for (const name of setupImages) expect((await server.sendImage(name, await photo(1))).status).toBe(200);
  const finished = await server.call('POST', '/api/setup/admin', { body: admin });
  expect({ status: finished.status, answer: await finished.json() }).toEqual({
    status: 200,
    answer: { url: server.origin, signed_in: true },
  });
  // The very next request is the whole application's, by the same process.
  const cookie = finished.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const user = await server.call('GET', '/api/user', { headers: { cookie } });
  expect(await user.json()).toMatchObject({
    data: {
      attributes: { name: 'Ada Lovelace', role: 'admin', avatar: { xs: expect.any(String) as string } },
    },
  });
  // Refusals from before the database existed are in its log.
  const log = await server.call('GET', '/api/admin/activity?kind=refused.setup_code', {
    headers: { cookie },
  });
  expect(await log.json()).toMatchObject({ data: [{ attributes: { count: 1, address: '127.0.0.1' } }] });
  const { installation, app } = await configOf(server);
  expect({ installation, title: app.title }).toEqual({ installation: false, title: 'Northlight' });
  for (const address of [app.logo, app.logo_horizontal, app.favicon, app.share_image])
    expect((await server.call('GET', address ?? '')).status).toBe(200);
  for (const page of ['/install', '/setup-wizard', '/setup-wizard/database', '/setup-wizard/status-check']) {
    const answer = await server.call('GET', page);
    expect([page, answer.status, answer.headers.get('location')]).toEqual([page, 302, '/']);
  }
  await expectOver(server, cookie);
  expect(existsSync(join(dataDir, 'setup'))).toBe(false);
  expect(await mark()).toBe(0);
  expect(existsSync(join(dataDir, 'holdall.sqlite'))).toBe(true);
  const code = server.link?.split('=')[1] ?? '';
  const lines = server.spawned
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n');
  expect(lines).not.toContain(code);
  expect(lines).not.toContain(admin.password);
});

test('a server that was killed continues where it was, with the same link', async () => {
  let server = await start();
  const code = server.link?.split('#')[1];
  await server.step('checks');
  await server.step('purchase-code', { code: null });
  const steps: [path: string, body: object, next: string][] = [
    ['database', { connection: 'sqlite' }, 'environment'],
    ['app', { title: 'Northlight' }, 'environment'],
  ];
  for (const [path, body, next] of steps) {
    expect((await server.step(path, body)).next).toBe(next);
    server = await killed(server);
    expect(server.link?.split('#')[1]).toBe(code);
    const answer = await server.call('GET', '/api/setup/status');
    expect(await answer.json()).toMatchObject({ data: { next } });
  }
  await server.sendImage('logo', await photo(1));
  server = await killed(server);
  expect((await server.call('POST', '/api/setup/admin', { body: admin })).status).toBe(200);
  expect((await configOf(server)).app).toMatchObject({
    title: 'Northlight',
    logo: expect.any(String) as string,
  });
});

/** Ends what a killed server has begun. @returns what was kept of it */
const finished = async (server: WizardServer): Promise<object> => {
  const { app, images } = (await server.step('app', {})).kept;
  const { status } = await server.call('POST', '/api/setup/admin', { body: admin });
  return { title: app.title, logo: images.logo, status };
};

test('a server that is killed in the last step finishes it at its next start', async () => {
  let server = await start();
  await server.step('database', { connection: 'sqlite' });
  await server.step('app', { title: 'Northlight' });
  await server.sendImage('logo', await photo(1));
  const finishing = server.call('POST', '/api/setup/admin', { body: admin }).catch(() => undefined);
  // It has begun, and may be anywhere in it; what holds at each point of it has tests of its own.
  const draft = join(dataDir, 'setup/draft.json');
  await eventually(() =>
    expect(existsSync(draft) ? readFileSync(draft, 'utf8') : '"installing"').toContain('"installing"'),
  );
  await server.kill();
  await finishing;
  server = await start();
  // Either nothing has been made, and all that was kept is there; or everything has.
  const kept = { title: 'Northlight', logo: true, status: 200 };
  expect(server.link === undefined ? kept : await finished(server)).toEqual(kept);
  const { installation, app } = await configOf(server);
  expect({ installation, title: app.title }).toEqual({ installation: false, title: 'Northlight' });
  expect(app.logo).not.toBeNull();
  expect((await signIn(server)).status).toBe(200);
  expect(existsSync(join(dataDir, 'setup'))).toBe(false);
  expect(await mark()).toBe(0);
});

test('an installation by another process removes the draft', async () => {
  const server = await start();
  await server.step('database', { connection: 'sqlite' });
  await server.step('app', { title: 'Mine' });
  await server.sendImage('logo', await photo(1));
  const env = { HOLDALL_ADMIN_EMAIL: admin.email, HOLDALL_ADMIN_PASSWORD: admin.password };
  const setup = await runHere(['setup', '--title', 'Theirs', '--json'], {
    HOLDALL_DATA_DIR: dataDir,
    ...env,
  });
  expect(setup.code).toBe(0);
  expect(JSON.parse(setup.output)).toEqual({ installed: true, data_dir: dataDir });
  await server.spawned.printed(/Holdall is installed/);
  expect((await configOf(server)).app).toMatchObject({ title: 'Theirs', logo: null });
  expect(existsSync(join(dataDir, 'setup'))).toBe(false);
  expect(await server.refused('admin', admin)).toMatchObject({ status: 410, code: 'setup.done' });
});
