import { rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { listLogs } from '@holdall/contract/admin-logs';
import type { getExamination, getServer, listBackups } from '@holdall/contract/admin-maintenance';
import type { AnswersOf, Endpoint } from '@holdall/contract/endpoint';
import { expect, test, vi } from 'vitest';
import { openLogFiles } from '#adapters/disk/log-files.ts';
import { createTestApp, testEmail } from '#testing/create-test-app.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { testDialect } from '#testing/test-database.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { useAdmin } from '#testing/use-admin.ts';

vi.setConfig({ testTimeout: 120_000 });

const metricsToken = 'a-token-of-the-operator';
const { server, call, cookie, by, logged } = useAdmin(async () => ({ metricsToken }));

const read = async <E extends Endpoint>(url: string): Promise<AnswersOf<E>> => {
  const answer = await call('GET', url);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body) as AnswersOf<E>;
};
const backups = () => read<typeof listBackups>('/api/admin/server/backups');
const examination = async () => (await read<typeof getExamination>('/api/admin/server/doctor')).data;

/** The doctor runs in a child process, which starts slowly. */
const examined = async (): Promise<void> => {
  server.services.jobs.start();
  server.services.jobs.nudge();
  await vi.waitFor(async () => expect((await examination()).coming).toBe(false), {
    timeout: 100_000,
    interval: 200,
  });
};

test('a requested backup is made, listed, and verified', async () => {
  const client = await createTreeClient(server, testEmail);
  await client.upload('a.txt', 'kept');
  expect(await backups()).toMatchObject({
    data: [],
    meta: {
      total: 0,
      coming: false,
      verifying: [],
      failed: null,
      encrypted_to: null,
      node: hostname(),
      folder: join(server.dataDir, 'backups'),
    },
  });
  expect((await call('POST', '/api/admin/server/backups')).status).toBe(204);
  // A second request adds none.
  expect((await call('POST', '/api/admin/server/backups')).status).toBe(204);
  expect((await backups()).meta.coming).toBe(true);
  await jobsDone(server, 'backup');
  const { data, meta } = await backups();
  expect(data).toMatchObject([
    { attributes: { database: testDialect(), files: 1, bytes: 4, damaged: 0, verified: null } },
  ]);
  expect(meta).toMatchObject({ total: 1, coming: false });

  const name = data[0]?.id ?? '';
  expect((await call('POST', `/api/admin/server/backups/${name}/verify`)).status).toBe(204);
  await jobsDone(server, 'backup.check');
  expect((await backups()).data[0]?.attributes.verified).toMatchObject({ sound: true, faults: 0 });

  // A job with a future time stays visible during the test.
  const runAt = server.clock.now() + 60_000;
  await server.services.jobs.enqueue([{ kind: 'backup.check', dedupeKey: name, payload: { name }, runAt }]);
  expect((await backups()).meta.verifying).toEqual([name]);
  server.clock.advance(60_000);
  await jobsDone(server, 'backup.check');
  expect((await backups()).meta.verifying).toEqual([]);

  await writeFile(join(server.dataDir, 'backups', 'snapshots', name, 'manifest.json'), '{}');
  expect((await call('POST', '/api/admin/server/backups/20260101t000000000z-abcdef/verify')).code).toBe(
    'backup.not_found',
  );
  expect((await logged()).map(({ kind, details }) => [kind, details])).toEqual(
    expect.arrayContaining([
      ['backup.begun', {}],
      ['backup.checked', { name }],
    ]),
  );
});

test('a backup with altered files is not intact', async () => {
  const client = await createTreeClient(server, testEmail);
  await client.upload('a.txt', 'kept');
  const { maintenance } = server.services;
  await maintenance.backUpNow();
  await jobsDone(server, 'backup');
  const name = (await backups()).data[0]?.id ?? '';
  await rm(join(server.dataDir, 'backups', 'blobs'), { recursive: true });
  await maintenance.verify(name);
  await jobsDone(server, 'backup.check');
  expect((await backups()).data[0]?.attributes.verified).toMatchObject({ sound: false, faults: 1 });
});

test('a failed backup shows the reason, until one succeeds', async () => {
  const folder = join(server.dataDir, 'backups');
  await writeFile(folder, 'in the way');
  await server.services.maintenance.backUpNow();
  await jobsDone(server, 'backup');
  expect((await backups()).meta.failed?.reason).toContain('cannot be kept in');
  await rm(folder);
  server.clock.advance(1_000);
  await server.services.maintenance.backUpNow();
  await jobsDone(server, 'backup');
  expect((await backups()).meta).toMatchObject({ total: 1, failed: null });
});

test('the doctor runs beside the server, and the dashboard shows when', async () => {
  const client = await createTreeClient(server, testEmail);
  await client.upload('a.txt', 'kept');
  expect(await examination()).toEqual({ report: null, coming: false, failed: null });
  const dashboard = async () =>
    JSON.parse((await call('GET', '/api/admin/dashboard')).body) as { data: { verification: unknown } };
  expect((await dashboard()).data.verification).toBeNull();
  await server.parts.db.updateTable('users').set({ items_count: 77 }).execute();
  const begin = (payload: object) => call('POST', '/api/admin/server/doctor', payload);
  expect((await begin({ read_percent: 101 })).errors).toHaveProperty('read_percent');
  expect((await begin({ read_percent: 100 })).status).toBe(204);
  expect((await examination()).coming).toBe(true);
  await examined();
  const { report, coming, failed } = await examination();
  expect([coming, failed]).toEqual([false, null]);
  expect(report).toMatchObject({ repair: false, read_percent: 100, sound: false });
  expect(report?.checks.find(({ check }) => check === 'totals')).toMatchObject({ found: 1, repaired: 0 });
  expect(report?.checks.find(({ check }) => check === 'content')).toMatchObject({ examined: 1, found: 0 });
  expect((await dashboard()).data.verification).toMatchObject({ sound: false });

  await begin({ repair: true });
  await examined();
  expect((await examination()).report).toMatchObject({ repair: true, sound: true });
  expect((await dashboard()).data.verification).toMatchObject({ sound: true });
});

test('the server’s log is read page by page, and downloaded by administrators', async () => {
  const files = openLogFiles(join(server.dataDir, 'logs'));
  for (const [level, msg] of [
    [30, 'first'],
    [40, 'second'],
    [50, 'third'],
  ])
    files.write(`${JSON.stringify({ level, time: '2026-11-22T10:00:00.000Z', path: '/x', msg })}\n`);
  files.close();
  const page = (query: string) => read<typeof listLogs>(`/api/admin/server/logs${query}`);
  const { data, meta } = await page('?limit=2');
  expect(data.map(({ message, level }) => [message, level])).toEqual([
    ['third', 'error'],
    ['second', 'warn'],
  ]);
  expect(meta.since).toBe('2026-11-22T10:00:00.000Z');
  expect((await page(`?before=${meta.next}`)).data).toMatchObject([
    { message: 'first', details: '{"path":"/x"}' },
  ]);
  expect((await page('?level=error')).data).toHaveLength(1);
  // Each server has its own log and names itself; cursors of another one are invalid here.
  expect(meta.node).toBe(hostname());
  const elsewhere = meta.next?.replace(/^\w+\//, 'another/');
  expect((await call('GET', `/api/admin/server/logs?before=${elsewhere}`)).code).toBe('logs.other_server');
  expect((await call('GET', '/api/admin/server/logs?before=../../etc/passwd')).status).toBe(422);

  const origin = await server.listen();
  const url = `${origin}/api/admin/server/logs/download`;
  const answer = await fetch(url, { headers: { cookie: cookie() } });
  // The file name is quoted only if needed, which depends on the machine's name.
  const attachment = answer.headers.get('content-disposition')?.replaceAll('"', '');
  expect(attachment).toContain(`attachment; filename=holdall-${hostname()}-`);
  expect((await answer.text()).split('\n')).toHaveLength(4);
  expect(await logged('logs.downloaded')).toHaveLength(1);
  const token = JSON.parse(
    (
      await call('POST', '/api/user/tokens', {
        name: 'a',
        scope: 'write',
        current_password: 'correct horse battery',
      })
    ).body,
  ) as { data: { attributes: { token: string } } };
  const authorization = `Bearer ${token.data.attributes.token}`;
  expect((await fetch(url, { headers: { authorization } })).status).toBe(403);
});

test('the server shows its components, and no secret', async () => {
  const { data } = await read<typeof getServer>('/api/admin/server');
  expect(data).toMatchObject({
    versions: { node: process.versions.node },
    database: { kind: testDialect() },
    data_directory: { path: server.dataDir },
    storage: { kind: 'disk' },
    licence: null,
  });
  const states = new Map(data.checks.map(({ name, state }) => [name, state]));
  expect(states.get('data_directory')).toBe('ok');
  expect(states.get('image_library')).toBe('ok');
  expect(states.get('mail')).toBe('warning');
  expect(data.versions.holdall).toMatch(/^\d+\.\d+\.\d+/);
  expect(data.versions.database).toMatch(/^\d+\./);
  expect(data.versions.image_library).toMatch(/^\d+\./);
  expect(data.data_directory.free).toBeGreaterThan(0);
});

test('the holder of the licence is shown, and the purchase code is not', async () => {
  const settings = { purchase_code: 'hidden-code', licence_holder: 'Northlight Ltd' };
  const licensed = await createTestApp({ settings });
  try {
    const headers = { cookie: await licensed.signIn() };
    const answer = await licensed.app.inject({ url: '/api/admin/server', headers });
    expect(answer.json()).toMatchObject({ data: { licence: { holder: 'Northlight Ltd' } } });
    expect(answer.body).not.toContain('hidden-code');
  } finally {
    await licensed.close();
  }
});

test('metrics need the token, even locally, because a proxy on this machine makes requests for anybody', async () => {
  const origin = await server.listen();
  const figures = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}/metrics`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await figures()).status).toBe(404);
  const { status, text } = await figures({ authorization: `Bearer ${metricsToken}` });
  expect(status).toBe(200);
  expect(text).toMatch(/^holdall_users 1$/m);
  expect(text).toMatch(/^holdall_info\{version="\d+/m);
  const proxied = { 'x-forwarded-for': '192.0.2.7', authorization: `Bearer ${metricsToken}` };
  expect((await figures(proxied)).status).toBe(200);
});

test('requests without the token learn nothing of it', async () => {
  await server.addUser('eve@example.com');
  const eve = by(await server.signIn('eve@example.com'));
  for (const path of ['', '/logs', '/logs/download', '/backups', '/doctor'])
    expect((await eve('GET', `/api/admin/server${path}`)).status).toBe(403);
  for (const path of ['/backups', '/doctor'])
    expect((await eve('POST', `/api/admin/server${path}`, {})).status).toBe(403);
});
