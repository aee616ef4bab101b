import type { Item } from '@holdall/contract/files';
import type { Storage } from '@holdall/contract/storage';
import { beforeEach, expect, test } from 'vitest';
import { createJobsService } from '#features/jobs/index.ts';
import { eventually } from '#testing/eventually.ts';
import { jobsDone, purged } from '#testing/jobs-done.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { storageRecordOf } from '#testing/storage-record.ts';
import { createUploadHarness, itemOf } from '#testing/use-uploads.ts';
import { createUsageService } from './usage.service.ts';

const { server, client, start, clientOf, signInAgain } = createUploadHarness();
const { account } = storageRecordOf(server);

const day = 24 * 60 * 60 * 1000;
const today = (): number => Math.floor(server.clock.now() / day);
const bytes = (count: number) => Buffer.alloc(count, 'x');
const daysOf = (userId: string) =>
  server.parts.db
    .selectFrom('usage_days')
    .select(['day', 'upload', 'stored'])
    .where('user_id', '=', userId)
    .orderBy('day')
    .execute();
const jobsOf = () =>
  server.parts.db
    .selectFrom('jobs')
    .select(['state', 'dedupe_key', 'last_error'])
    .where('kind', '=', 'metering')
    .orderBy('id')
    .execute();
const meter = async (): Promise<void> => {
  await server.services.usage.sweep();
  await jobsDone(server, 'metering');
};
const removeForGood = async ({ data }: Item): Promise<void> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/remove',
    headers: { cookie: await server.signIn() },
    payload: { items: [{ id: data.id, type: 'file', force_delete: true }] },
  });
  expect(answer.statusCode).toBe(200);
  await purged(server);
};
const chart = async (): Promise<Storage['data']['meta']['traffic']['chart']> =>
  ((await (await client.get('/api/user/storage')).json()) as Storage).data.meta.traffic.chart;

beforeEach(() => start({ settings: { subscription_type: 'metered' } }));

test('each account that stores anything has a row for each day, also an idle one; old rows are removed', async () => {
  await itemOf(await client.binary({ name: 'a.bin' }, bytes(300)));
  await clientOf('eve@example.com');
  const { user_id: ada } = await account();
  await meter();
  for (let days = 0; days < 3; days += 1) {
    server.clock.advance(day);
    await meter();
  }
  const row = { upload: 0, stored: 300 };
  expect(await daysOf(ada)).toEqual([
    { day: today() - 3, upload: 300, stored: 300 },
    { ...row, day: today() - 2 },
    { ...row, day: today() - 1 },
    { ...row, day: today() },
  ]);
  // An empty account has none.
  expect(await server.parts.db.selectFrom('usage_days').select('day').execute()).toHaveLength(4);
  server.clock.advance(401 * day);
  await meter();
  expect((await daysOf(ada)).map((entry) => entry.day)).toEqual(
    Array.from({ length: 401 }, (_, index) => today() - 400 + index),
  );
}, 60_000);

test('days without a running server are made up for, none of them twice', async () => {
  await itemOf(await client.binary({ name: 'a.bin' }, bytes(300)));
  const { user_id: ada } = await account();
  await meter();
  const first = today();
  server.clock.advance(5 * day);
  // Changes before the job runs do not affect the earlier days.
  await signInAgain();
  await meter();
  expect((await daysOf(ada)).map((entry) => [entry.day, entry.stored])).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => [first + index, 300]),
  );
  // An account that was empty on those days has no rows for them.
  const eve = await clientOf('eve@example.com');
  await itemOf(await eve.binary({ name: 'b.bin' }, bytes(10)));
  await server.services.usage.settled();
  const others = await server.parts.db
    .selectFrom('usage_days')
    .select(['day', 'stored'])
    .where('user_id', '<>', ada)
    .execute();
  expect(others).toEqual([{ day: today(), stored: 10 }]);
});

test('each day has one job, however many nodes enqueue it, and the next one waits for its time', async () => {
  const { db, clock } = server.parts;
  const failures: unknown[] = [];
  const others = [1, 2].map((node) => {
    const jobs = createJobsService({
      db,
      clock,
      node: `other${node}`,
      onError: (error) => failures.push(error),
    });
    return {
      jobs,
      usage: createUsageService({
        db,
        clock,
        settings: server.services.settings,
        jobs,
        evictVersions: () => Promise.resolve(),
        evictableBytes: () => Promise.resolve(0),
      }),
    };
  });
  for (const { jobs } of others) jobs.start();
  const dates: string[] = [];
  for (let days = 0; days < 2; days += 1) {
    await Promise.all([meter(), ...others.map(({ usage }) => usage.sweep())]);
    for (const { usage } of others) await usage.sweep();
    dates.push(new Date(clock.now()).toISOString().slice(0, 10));
    server.clock.advance(day);
  }
  const next = new Date(clock.now()).toISOString().slice(0, 10);
  expect(await jobsOf()).toEqual([
    ...dates.map((date) => ({ state: 'done', dedupe_key: date, last_error: null })),
    { state: 'waiting', dedupe_key: next, last_error: null },
  ]);
  for (const { jobs } of others) await jobs.settled();
  expect(failures).toEqual([]);
});

test('a failed job is retried, and the next day makes up for one that gives up', async () => {
  const { db } = server.parts;
  await itemOf(await client.binary({ name: 'a.bin' }, bytes(300)));
  const { user_id: ada } = await account();
  await server.services.usage.settled();
  await db.schema.alterTable('usage_days').renameTo('usage_days_away').execute();
  await server.services.usage.sweep();
  server.services.jobs.start();
  await eventually(async () => {
    server.services.jobs.nudge();
    server.clock.advance(6 * 60 * 60 * 1000);
    expect((await jobsOf())[0]).toMatchObject({ state: 'dead' });
  });
  const [dead] = await jobsOf();
  expect(dead?.last_error).toContain('usage_days');
  await db.schema.alterTable('usage_days_away').renameTo('usage_days').execute();
  server.clock.advance(day);
  await meter();
  const stored = (await daysOf(ada)).map((entry) => entry.stored);
  expect(stored.length).toBeGreaterThan(2);
  expect(new Set(stored)).toEqual(new Set([300]));
  const known = (await daysOf(ada)).map((entry) => entry.day);
  expect(known).toEqual(stored.map((_, index) => today() - stored.length + 1 + index));
}, 60_000);

test('a day’s peak is the usage before a deletion, whichever server writes it', async () => {
  const { user_id: ada } = await account();
  const first = await itemOf(await client.binary({ name: 'a.bin' }, bytes(1_000)));
  // No row is written before the deletion.
  await removeForGood(first);
  expect(await daysOf(ada)).toEqual([{ day: today(), upload: 0, stored: 1_000 }]);
  const second = await itemOf(await client.binary({ name: 'b.bin' }, bytes(700)));
  await removeForGood(second);
  await itemOf(await client.binary({ name: 'c.bin' }, bytes(50)));
  await server.services.usage.settled();
  expect(await daysOf(ada)).toEqual([{ day: today(), upload: 1_750, stored: 1_000 }]);
  server.clock.advance(day);
  await meter();
  expect((await daysOf(ada)).at(-1)).toMatchObject({ stored: 50 });
});

test('the chart of a metered plan has the usage of each day, that of other plans has not', async () => {
  expect((await chart()).map(({ stored }) => stored)).toEqual(Array.from({ length: 45 }, () => 0));
  await itemOf(await client.binary({ name: 'a.bin' }, bytes(300)));
  // Before any row is written.
  expect((await chart()).at(-1)).toMatchObject({ upload: 300, download: 0, stored: 300 });
  await meter();
  server.clock.advance(day);
  await signInAgain();
  await meter();
  expect((await chart()).slice(-2)).toMatchObject([
    { upload: 300, stored: 300 },
    { upload: 0, stored: 300 },
  ]);
  await saveSettings(server, { subscription_type: 'fixed' });
  expect((await chart()).some((entry) => 'stored' in entry)).toBe(false);
});
