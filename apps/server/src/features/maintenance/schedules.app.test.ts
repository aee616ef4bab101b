import type { getSchedules } from '@holdall/contract/admin-maintenance';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { useAdmin } from '#testing/use-admin.ts';

vi.setConfig({ testTimeout: 60_000 });

const { server, call, signInAgain, logged } = useAdmin();
const hour = 3_600_000;
const day = 24 * hour;

const list = async () => {
  const answer = await call('GET', '/api/admin/server/schedules');
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body) as AnswersOf<typeof getSchedules>;
};
const stateOf = async (task: string) => (await list()).data.find((state) => state.task === task);
const save = (name: string, value: unknown) =>
  call('PATCH', '/api/admin/settings/schedules', { name, value });
const planned = async (): Promise<number[]> => {
  const rows = await server.parts.db
    .selectFrom('jobs')
    .select(['run_at', 'payload'])
    .where('kind', '=', 'schedule')
    .where('finished_at', 'is', null)
    .orderBy('run_at')
    .execute();
  return rows
    .filter(({ payload }) => (JSON.parse(payload) as { task: string }).task === 'backup')
    .map(({ run_at: at }) => at);
};
const backupsOf = ({ services }: TestApp) => services.maintenance.listBackups({ offset: 0, limit: 100 });

/** Advances the time to the next backup, with the server running. */
const passTo = async (time: string): Promise<void> => {
  server.clock.advance(Date.parse(time) - server.clock.now() + 1_000);
  await signInAgain();
  await jobsDone(server, 'schedule');
  await jobsDone(server, 'backup');
};

test('by default there is a weekly examination, and no backup', async () => {
  const { data, meta } = await list();
  expect(data).toMatchObject([
    { task: 'backup', next_at: null, running: false, last: null },
    { task: 'doctor', running: false, last: null },
    { task: 'verification', running: false, last: null },
  ]);
  expect(data[2]?.next_at).not.toBeNull();
  const next = new Date(data[1]?.next_at ?? '');
  expect([next.getDay(), next.getHours()]).toEqual([0, 4]);
  expect(meta.time_zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  await server.services.schedules.sweep();
  expect(await planned()).toEqual([]);
});

test('a saved schedule applies at once, runs at its time, and shows the result', async () => {
  expect((await save('backup_time', '03:15')).status).toBe(200);
  expect((await save('backup_schedule', 'daily')).status).toBe(200);
  const next = (await stateOf('backup'))?.next_at ?? '';
  expect([new Date(next).getHours(), new Date(next).getMinutes()]).toEqual([3, 15]);
  await eventually(async () => expect(await planned()).toEqual([Date.parse(next)]));
  expect((await logged('settings.changed')).at(-1)?.details).toMatchObject({
    name: 'backup_schedule',
    from: 'off',
    to: 'daily',
  });

  await jobsDone(server, 'schedule');
  expect((await backupsOf(server)).total).toBe(0);
  await passTo(next);
  expect((await backupsOf(server)).total).toBe(1);
  const state = await stateOf('backup');
  expect(state).toMatchObject({ running: false, last: { outcome: 'ok', reason: null } });
  expect(new Date(state?.next_at ?? '').getDate()).toBe(new Date(Date.parse(next) + day).getDate());

  // A changed time applies, and the one planned before does not.
  await server.services.schedules.sweep();
  await save('backup_schedule', 'off');
  await passTo(state?.next_at ?? '');
  expect((await backupsOf(server)).total).toBe(1);
  expect(await stateOf('backup')).toMatchObject({ next_at: null });
});

test('a missed run is made up for once', async () => {
  await save('backup_schedule', 'daily');
  await server.services.schedules.sweep();
  server.clock.advance(5 * day);
  await server.services.schedules.sweep();
  await jobsDone(server, 'schedule');
  await jobsDone(server, 'backup');
  expect((await backupsOf(server)).total).toBe(1);
});

test('a scheduled backup deletes the oldest, a requested one does not', async () => {
  await save('backup_keep', 2);
  await save('backup_schedule', 'daily');
  for (let run = 0; run < 3; run += 1) {
    await server.services.schedules.sweep();
    await passTo((await stateOf('backup'))?.next_at ?? '');
  }
  expect((await backupsOf(server)).total).toBe(2);
  await server.services.maintenance.backUpNow();
  await jobsDone(server, 'backup');
  expect((await backupsOf(server)).total).toBe(3);
});

/** Inserts a job in a state that would take time to reach. */
const addJob = (state: 'running' | 'dead', times: { created_at: number; finished_at: number | null }) =>
  server.parts.db
    .insertInto('jobs')
    .values({
      id: `${state} backup`,
      kind: 'backup',
      dedupe_key: 'backup',
      state,
      payload: '{}',
      run_at: 0,
      max_attempts: 1,
      claimed_by: state === 'running' ? 'another server' : null,
      lease_until: state === 'running' ? server.clock.now() + 30 * day : null,
      ...times,
    })
    .execute();

test('a backup that is running when one is due is not repeated', async () => {
  await save('backup_schedule', 'daily');
  await server.services.schedules.sweep();
  const next = (await stateOf('backup'))?.next_at ?? '';
  await addJob('running', { created_at: server.clock.now(), finished_at: null });
  server.clock.advance(Date.parse(next) - server.clock.now() + 1_000);
  await jobsDone(server, 'schedule');
  const rows = await server.parts.db
    .selectFrom('jobs')
    .select('rerun')
    .where('kind', '=', 'backup')
    .execute();
  expect(rows).toEqual([{ rerun: 0 }]);
});

test('a failed backup after a successful one is the last result', async () => {
  await server.services.maintenance.backUpNow();
  await jobsDone(server, 'backup');
  const made = server.clock.now();
  await addJob('dead', { created_at: made - day, finished_at: made + hour });
  expect(await stateOf('backup')).toMatchObject({ last: { outcome: 'failed' } });
  await server.parts.db
    .updateTable('jobs')
    .set({ finished_at: made - hour })
    .where('state', '=', 'dead')
    .execute();
  expect(await stateOf('backup')).toMatchObject({ last: { outcome: 'ok' } });
});

test('a failed backup shows the reason', async () => {
  await save('backup_schedule', 'daily');
  await server.services.schedules.sweep();
  await writeFile(join(server.dataDir, 'backups'), 'in the way');
  await passTo((await stateOf('backup'))?.next_at ?? '');
  const { last } = (await stateOf('backup')) ?? {};
  expect(last?.outcome).toBe('failed');
  expect(last?.reason).toContain('cannot be kept in');
});

test('of two servers one starts a due task, even if the clock of the other is behind', async () => {
  const other = await createTestApp({ beside: server });
  onTestFinished(() => other.close());
  await save('backup_schedule', 'daily');
  for (const each of [server, other]) await each.services.schedules.sweep();
  const [at = 0, ...more] = await planned();
  expect(more).toEqual([]);
  other.services.jobs.start();
  await passTo(new Date(at).toISOString());
  await jobsDone(other, 'backup');
  // As planned by a server whose clock is behind.
  const { payload } = await server.parts.db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'schedule')
    .where('run_at', '=', at)
    .executeTakeFirstOrThrow();
  await other.services.jobs.enqueue([
    { kind: 'schedule', dedupeKey: 'again', payload: JSON.parse(payload) as unknown },
  ]);
  await jobsDone(other, 'schedule');
  await jobsDone(other, 'backup');
  expect((await backupsOf(server)).total + (await backupsOf(other)).total).toBe(1);
});

test.each([
  ['backup_time', '24:00', 'A time looks like 02:00.'],
  ['backup_time', '2:00 in the morning', 'A time looks like 02:00.'],
  ['doctor_weekday', 'someday', 'Choose a day of the week.'],
  ['backup_schedule', 'hourly', 'Choose off, daily or weekly.'],
  ['backup_keep', 0, 'Keep at least one backup.'],
])('%s cannot be %s', async (name, value, sentence) => {
  expect(await save(name, value)).toMatchObject({ status: 422, errors: { [name]: [sentence] } });
});
