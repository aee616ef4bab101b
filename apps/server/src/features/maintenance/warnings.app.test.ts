import type { getDashboard } from '@holdall/contract/admin-server';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DiskSpace } from '#lib/disk-space.ts';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { createMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { createTreeClient } from '#testing/tree-client.ts';

vi.setConfig({ testTimeout: 60_000 });

const minute = 60_000;
const day = 24 * 60 * minute;
const total = 100_000_000_000;

let mails: TestMailServer;
let server: TestApp;
let space: DiskSpace;
beforeEach(async () => {
  space = { free: total / 2, total };
  mails = await createMailServer();
  server = await createTestApp({ mail: mails.url, diskSpace: async () => space });
});
afterEach(async () => {
  await server.close();
  await mails.close();
});

const sent = async () => {
  await jobsDone(server, 'mail');
  return mails.mails();
};
const subjects = async (): Promise<string[]> => (await sent()).map(({ subject }) => subject);
const shown = async () => {
  const headers = { cookie: await server.signIn() };
  const answer = await server.app.inject({ url: '/api/admin/dashboard', headers });
  return answer.json<AnswersOf<typeof getDashboard>>().data.warnings;
};

test('administrators are mailed once when the disk is nearly full, and once when that is over', async () => {
  await server.addUser('bob@example.com');
  await server.services.warnings.sweep();
  expect(await shown()).toEqual([]);

  space = { free: 5_000_000_000, total };
  for (let time = 0; time < 3; time += 1) {
    await server.services.warnings.sweep();
    server.clock.advance(10 * minute);
  }
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('The disk is nearly full – Holdall');
  expect(mail?.text).toContain('5 GB left');
  expect(await shown()).toMatchObject([{ code: 'disk', facts: { free: 5_000_000_000 } }]);

  // A little more does not end the warning.
  space = { free: 11_000_000_000, total };
  await server.services.warnings.sweep();
  expect(await subjects()).toHaveLength(1);
  space = { free: 30_000_000_000, total };
  for (let time = 0; time < 2; time += 1) await server.services.warnings.sweep();
  expect(await subjects()).toEqual([
    'The disk is nearly full – Holdall',
    'Resolved: The disk is nearly full – Holdall',
  ]);
  expect(await shown()).toEqual([]);
});

test('a filling disk shows the days until it is full', async () => {
  for (let half = 0; half <= 10; half += 1) {
    space = { free: 40_000_000_000 - half * 1_000_000_000, total };
    await server.services.warnings.sweep();
    server.clock.advance(day / 2);
  }
  // Two a day, 28 until the floor.
  expect(await shown()).toEqual([]);
  for (let half = 0; half <= 10; half += 1) {
    space = { free: 30_000_000_000 - half * 2_000_000_000, total };
    await server.services.warnings.sweep();
    server.clock.advance(day / 2);
  }
  expect(await subjects()).toEqual(['The disk is filling up – Holdall']);
  const [warning] = await shown();
  expect(warning?.code).toBe('disk_days');
  expect(Number(warning?.facts['days'])).toBeLessThan(5);
});

test('a missing backup is a warning until one is made, and again when that is old', async () => {
  const ada = await createTreeClient(server, testEmail);
  await ada.upload('a', 'a');
  server.clock.advance(8 * day);
  await server.services.warnings.sweep();
  expect(await subjects()).toEqual(['There are no backups – Holdall']);
  await server.services.maintenance.backUpNow();
  await jobsDone(server, 'backup');
  await server.services.warnings.sweep();
  expect(await subjects()).toEqual([
    'There are no backups – Holdall',
    'Resolved: There are no backups – Holdall',
  ]);

  server.clock.advance(31 * day);
  await server.services.warnings.sweep();
  expect((await subjects()).at(-1)).toBe('The last backup is old – Holdall');
});

test('jobs that were given up are a warning until they are retried', async () => {
  await server.parts.db
    .insertInto('jobs')
    .values({
      id: 'x',
      kind: 'purge',
      state: 'dead',
      payload: '{"ownerId":"nobody"}',
      run_at: 1,
      max_attempts: 1,
      created_at: 1,
      finished_at: server.clock.now(),
    })
    .execute();
  await server.services.warnings.sweep();
  await server.services.jobs.retryAll('purge');
  await jobsDone(server, 'purge');
  await server.services.warnings.sweep();
  expect(await subjects()).toEqual([
    'Background jobs keep failing – Holdall',
    'Resolved: Background jobs keep failing – Holdall',
  ]);
});

test('a store that is unavailable for a moment causes no warning, one that stays so does', async () => {
  const probe = vi.spyOn(server.blobs, 'probe').mockRejectedValue(new Error('away'));
  await server.services.warnings.sweep();
  probe.mockResolvedValue();
  await server.services.warnings.sweep();
  expect(await subjects()).toEqual([]);
  probe.mockRejectedValue(new Error('away'));
  await server.services.warnings.sweep();
  server.clock.advance(11 * minute);
  await server.services.warnings.sweep();
  expect(await subjects()).toEqual(['File storage isn’t responding – Holdall']);
});

test('an unavailable mail server is shown, and mailed about once it is back', async () => {
  const closed = await createMailServer();
  const away = await createTestApp({ mail: closed.url });
  onTestFinished(() => away.close());
  await closed.close();
  await away.services.warnings.sweep();
  away.clock.advance(11 * minute);
  await away.services.warnings.sweep();
  const [warning] = await away.services.warnings.list();
  expect(warning?.code).toBe('mail');
});

test('of two servers one mails about problems that both see, and each about its own disk', async () => {
  const other = await createTestApp({ beside: server, diskSpace: async () => space });
  onTestFinished(() => other.close());
  const { db, clock } = server.parts;
  await db
    .updateTable('settings')
    .set({ updated_at: clock.now() - 8 * day })
    .where('name', '=', 'installed_at')
    .execute();
  const ada = await createTreeClient(server, testEmail);
  await ada.upload('a', 'a');
  await Promise.all([server.services.warnings.sweep(), other.services.warnings.sweep()]);
  expect(await subjects()).toEqual(['There are no backups – Holdall']);
  await server.services.maintenance.backUpNow();
  await jobsDone(server, 'backup');
  await Promise.all([server.services.warnings.sweep(), other.services.warnings.sweep()]);
  expect((await subjects()).filter((subject) => subject.startsWith('Resolved'))).toHaveLength(1);

  space = { free: 1_000_000_000, total };
  await other.services.warnings.sweep();
  await server.services.warnings.sweep();
  expect(await shown()).toMatchObject([{ code: 'disk' }, { code: 'disk' }]);
  // A server that is gone for good leaves no warning behind.
  space = { free: total / 2, total };
  await server.services.warnings.sweep();
  server.clock.advance(day + minute);
  await server.services.warnings.sweep();
  expect(await shown()).toEqual([]);
});

test('a certificate near its expiry causes a warning, and is read once an hour', async () => {
  const asked: string[] = [];
  let endsAt: number | undefined;
  const secure = await createTestApp({
    settings: { url: 'https://files.example.com:8443' },
    readCertificateEnd: async (host, port) => {
      asked.push(`${host}:${port}`);
      return endsAt;
    },
  });
  onTestFinished(() => secure.close());
  const { warnings } = secure.services;
  // Its state is unknown while the server does not answer.
  await warnings.sweep();
  await warnings.sweep();
  expect(asked).toEqual(['files.example.com:8443']);
  endsAt = secure.clock.now() + 5 * day;
  secure.clock.advance(61 * minute);
  await warnings.sweep();
  expect((await warnings.list()).map(({ code }) => code)).toEqual(['certificate']);
  endsAt += 90 * day;
  await warnings.sweep();
  expect(await warnings.list()).toEqual([]);
});

test('servers that read a certificate at different times agree on it', async () => {
  const endsAt = Date.now() + 400 * day;
  const options = {
    settings: { url: 'https://files.example.com' },
    readCertificateEnd: async () => endsAt,
  };
  const one = await createTestApp(options);
  onTestFinished(() => one.close());
  const other = await createTestApp({ ...options, beside: one });
  onTestFinished(() => other.close());
  const { clock } = one;
  clock.advance(endsAt - 14 * day - 30 * minute - clock.now());
  await one.services.warnings.sweep();
  clock.advance(40 * minute);
  await other.services.warnings.sweep();
  const codes = async () => (await one.services.warnings.list()).map(({ code }) => code);
  expect(await codes()).toContain('certificate');
  await one.services.warnings.sweep();
  expect(await codes()).toContain('certificate');
});
