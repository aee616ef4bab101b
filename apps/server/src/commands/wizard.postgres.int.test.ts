import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '@holdall/contract/settings';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { photo } from '#testing/media-files.ts';
import { createOwnPostgres, type OwnPostgres } from '#testing/own-postgres.ts';
import { spawnHoldall } from '#testing/spawn-server.ts';
import { createTcpGate } from '#testing/tcp-gate.ts';
import { firstAdmin as admin, setupCalls } from '#testing/use-wizard.ts';
import { postgresForm, startWizardServer, type WizardServer } from '#testing/wizard-server.ts';

// Servers are started and ended, each as a process of its own.
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
let postgres: OwnPostgres;
let running: WizardServer[];
beforeEach(async () => {
  running = [];
  folder = await mkdtemp(join(tmpdir(), 'holdall-wizards-'));
  postgres = await createOwnPostgres();
});
afterEach(async () => {
  for (const server of running) await server.kill();
  await postgres.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (name: string): Promise<WizardServer> => {
  const server = await startWizardServer(join(folder, name));
  running.push(server);
  return server;
};
const titleOf = async (server: WizardServer): Promise<string> =>
  ((await (await server.call('GET', '/api/config')).json()) as Config).app.title;

test('two servers whose wizards finish together make one installation', async () => {
  const servers = [await start('one'), await start('two')];
  for (const [index, server] of servers.entries()) {
    await server.step('database', postgresForm(postgres.url()));
    await server.step('app', { title: `Number ${index}` });
    await server.sendImage('logo', await photo(1));
  }
  const answers = await Promise.all(
    servers.map((server, index) =>
      server.call('POST', '/api/setup/admin', { body: { ...admin, email: `${index}@example.com` } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  const winner = answers.findIndex(({ status }) => status === 200);
  const server = servers[winner];
  if (server === undefined) throw new Error('nobody has won');
  expect(await titleOf(server)).toBe(`Number ${winner}`);
  const db = postgres.open();
  expect(await db.selectFrom('users').select('email').execute()).toEqual([
    { email: `${winner}@example.com` },
  ]);
  // The images of the other wizard are not used.
  expect(await db.selectFrom('images').select('id').execute()).toHaveLength(1);
});

test('a database that was tried and not chosen stays empty', async () => {
  const server = await start('one');
  await server.step('database', { connection: 'sqlite' });
  // The last step is validated once its tables exist.
  const known = { ...admin, password: 'Password2026!', password_confirmation: 'Password2026!' };
  expect(await server.refused('admin', known)).toMatchObject({ status: 422 });
  expect(existsSync(join(folder, 'one/holdall.sqlite'))).toBe(true);
  await server.step('database', postgresForm(postgres.url()));
  expect((await server.call('POST', '/api/setup/admin', { body: admin })).status).toBe(200);
  expect(existsSync(join(folder, 'one/holdall.sqlite'))).toBe(false);
  expect(await postgres.open().selectFrom('users').select('email').execute()).toHaveLength(1);
});

test('every call is refused even though the database has stopped', async () => {
  const gate = await createTcpGate(postgres);
  const server = await start('one');
  await server.step('database', { ...postgresForm(postgres.url()), port: gate.port });
  const finished = await server.call('POST', '/api/setup/admin', { body: admin });
  const cookie = finished.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  await gate.shut();
  expect((await server.call('GET', '/api/user', { headers: { cookie } })).status).toBe(503);
  for (const { method, path } of setupCalls) {
    const answer = await server.call(method, path.replace('{name}', 'logo'), { headers: { cookie } });
    expect([path, answer.status]).toEqual([path, 410]);
  }
});

test('an unavailable chosen database stops neither the server nor its wizard', async () => {
  const gate = await createTcpGate(postgres);
  let server = await start('one');
  await server.step('database', { ...postgresForm(postgres.url()), port: gate.port });
  await gate.shut();
  expect(await server.refused('admin', admin)).toMatchObject({
    status: 422,
    code: 'setup.database_unusable',
    errors: { port: [expect.any(String)] },
  });
  await server.kill();
  server = await start('one');
  expect(server.link).toBeDefined();
  await server.step('database', postgresForm(postgres.url()));
  expect((await server.call('POST', '/api/setup/admin', { body: admin })).status).toBe(200);
  expect((await sql`select 1 from users`.execute(postgres.open())).rows).toHaveLength(1);
});

test('a wizard that was overtaken by a command does not come back while the database is unavailable', async () => {
  const gate = await createTcpGate(postgres);
  const dataDir = join(folder, 'one');
  const server = await start('one');
  await server.step('database', { ...postgresForm(postgres.url()), port: gate.port });
  await server.kill();
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, admin.password);
  const args = ['setup', '--admin-email', admin.email, '--admin-password-file', passwordFile];
  const command = spawnHoldall(args, { HOLDALL_DATA_DIR: dataDir });
  expect(await command.finished).toMatchObject({ code: 0 });
  await gate.shut();
  await expect(start('one')).rejects.toThrow(/does not answer|cannot be used|refused/);
});

test('a waiting server ends on request, even if its database hangs', async () => {
  const gate = await createTcpGate(postgres);
  const server = await start('one');
  await server.step('database', { ...postgresForm(postgres.url()), port: gate.port });
  // From now on its queries get no answer.
  gate.mute();
  server.spawned.process.kill('SIGTERM');
  expect((await server.spawned.finished).code).toBe(0);
  await gate.shut();
});
