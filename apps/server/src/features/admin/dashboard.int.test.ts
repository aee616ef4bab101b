import type { getDashboard, HealthPart, HealthState } from '@holdall/contract/admin-server';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { trafficDays } from '@holdall/contract/storage';
import { expect, test, vi } from 'vitest';
import { testEmail } from '#testing/create-test-app.ts';
import { revoke, shareOf } from '#testing/guest-client.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { useAdmin } from '#testing/use-admin.ts';

const { server, call, signInAgain } = useAdmin();
const day = 86_400_000;

type Dashboard = AnswersOf<typeof getDashboard>['data'];
const read = async (): Promise<Dashboard> => {
  const answer = await call('GET', '/api/admin/dashboard');
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.body) as AnswersOf<typeof getDashboard>).data;
};
const stateOf = async (part: HealthPart): Promise<[HealthState, string | null]> => {
  const found = (await read()).health.find((entry) => entry.part === part);
  return [found?.state ?? 'failed', found?.reason ?? null];
};

const saveSettings = async (values: Record<string, unknown>): Promise<void> => {
  for (const [name, value] of Object.entries(values))
    await server.parts.db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value), updated_at: 1 })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();
};

test('a fresh installation shows no users beside the administrator, and no files', async () => {
  expect(await read()).toMatchObject({
    users: { total: 1, new_this_month: 1, suspended: 0 },
    items: { files: 0, folders: 0 },
    links: { active: 0, expiring: 0 },
    storage: { used: 0, capacity: null },
    newest_users: [{ email: testEmail, name: '', role: 'admin', avatar: null, used: 0 }],
    version: '0.0.0-test',
  });
  expect((await read()).health.map(({ part }) => part)).toEqual([
    'database',
    'blobs',
    'mail',
    'jobs',
    'realtime',
  ]);
});

test('users, items, bytes and traffic of all accounts are summed up', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) ids.push(await server.addUser(`user${index}@example.com`));
  const [first = '', second = '', third = ''] = ids;
  for (const email of ['user0@example.com', 'user1@example.com']) {
    const client = await createTreeClient(server, email);
    const folder = await client.folder('a');
    await client.file('b', folder, 300);
    await client.upload('c.png', 'x'.repeat(20));
  }
  await server.services.usage.settled();
  const { db, clock } = server.parts;
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', second).execute();
  // The longest month is over, and so is a part of the days that are shown.
  await db
    .updateTable('users')
    .set({ created_at: clock.now() - 32 * day })
    .where('id', '=', first)
    .execute();
  await db.updateTable('users').set({ deleting_at: 1 }).where('id', '=', third).execute();
  const today = Math.floor(clock.now() / day);
  await db
    .insertInto('usage_days')
    .values([
      { user_id: first, day: today - trafficDays + 1, upload: 5, download: 7 },
      { user_id: second, day: today - trafficDays + 1, upload: 1, download: 2 },
      { user_id: second, day: today - trafficDays, upload: 1_000, download: 1_000 },
    ])
    .execute();
  const { users, items, storage, traffic, newest_users: newest } = await read();
  expect(users).toEqual({ total: 6, new_this_month: 5, suspended: 1 });
  expect(items).toEqual({ files: 4, folders: 2 });
  expect(storage.used).toBe(640);
  expect(Object.values(storage.categories).reduce((sum, bytes) => sum + bytes, 0)).toBe(640);
  expect(traffic).toHaveLength(trafficDays);
  expect(traffic[0]).toMatchObject({ upload: 6, download: 9 });
  expect(traffic.at(-1)).toMatchObject({ upload: 40, download: 0 });
  expect(newest.map(({ email }) => email)).toEqual([
    'user5@example.com',
    'user4@example.com',
    'user3@example.com',
    'user1@example.com',
    testEmail,
  ]);
});

test('only links that can be opened now are counted, and those of them that will expire', async () => {
  await server.addUser('linker@example.com');
  const client = await createTreeClient(server, 'linker@example.com');
  const before = (await read()).links;
  const shares: string[] = [];
  for (const [name, more] of [
    ['open', {}],
    ['expires', { expiration: 2 }],
    ['expired', { expiration: 1 }],
    ['ended', {}],
  ] as const)
    shares.push(await shareOf(client, await client.folder(name), more));
  await revoke(client, shares[3] ?? '');
  server.clock.advance(90 * 60_000);
  const { links } = await read();
  expect(links).toEqual({ active: before.active + 2, expiring: before.expiring + 1 });
});

test('the total capacity is the sum of all accounts, or none if one of them is unlimited', async () => {
  const bob = await server.addUser('bob@example.com');
  const set = (capacity: unknown) => call('PATCH', `/api/admin/users/${bob}/storage`, { capacity });
  const plan = async (values: Record<string, unknown>) => {
    await saveSettings(values);
    return (await read()).storage.capacity;
  };
  await set(500);
  expect(await plan({ subscription_type: 'none', storage_limitation: false })).toBeNull();
  expect(await plan({ subscription_type: 'fixed', default_capacity: 1_000 })).toBe(1_500);
  expect(await plan({ subscription_type: 'none', storage_limitation: true })).toBe(1_500);
  // Metered accounts have no limit, except those that were given one.
  expect(await plan({ subscription_type: 'metered' })).toBeNull();
  await set(null);
  expect(await plan({ subscription_type: 'fixed' })).toBeNull();
});

test('health names every fault, and only faults', async () => {
  expect(await stateOf('database')).toEqual(['ok', null]);
  expect(await stateOf('blobs')).toEqual(['ok', null]);
  expect(await stateOf('jobs')).toEqual(['ok', null]);
  expect(await stateOf('realtime')).toEqual(['ok', null]);
  expect(await stateOf('mail')).toEqual(['warning', expect.stringContaining('written to a folder')]);

  vi.spyOn(server.blobs, 'probe').mockRejectedValueOnce(new Error('EIO: /secret/path'));
  expect(await stateOf('blobs')).toEqual(['failed', expect.stringMatching(/^Files can’t be stored/)]);
  expect(await stateOf('blobs')).toEqual(['ok', null]);

  const { db, clock } = server.parts;
  const job = (state: 'dead' | 'waiting', kind: string, more: object = {}) =>
    db
      .insertInto('jobs')
      .values({
        id: `${kind} ${state}`,
        kind,
        state,
        payload: '{}',
        run_at: clock.now(),
        max_attempts: 1,
        created_at: clock.now(),
        finished_at: state === 'dead' ? clock.now() : null,
        ...more,
      })
      .execute();
  await job('dead', 'purge');
  expect(await stateOf('jobs')).toEqual(['warning', expect.stringContaining('stopped')]);
  await db.deleteFrom('jobs').execute();
  await job('waiting', 'thumbnail');
  expect(await stateOf('jobs')).toEqual(['ok', null]);
  server.clock.advance(6 * 60_000);
  expect(await stateOf('jobs')).toEqual(['failed', expect.stringContaining('aren’t running')]);
  // Running work, or work that has just ended, shows that a worker is alive.
  await job('dead', 'mail');
  expect(await stateOf('jobs')).toEqual(['warning', expect.stringContaining('stopped')]);
  await db.deleteFrom('jobs').where('state', '=', 'dead').execute();
  await job('waiting', 'purge', { state: 'running', lease_until: clock.now() + 60_000 });
  expect(await stateOf('jobs')).toEqual(['ok', null]);

  await saveSettings({ realtime: false });
  expect(await stateOf('realtime')).toEqual(['warning', expect.stringMatching(/^Live updates are off/)]);
});

test('undelivered mails are reported where mails are sent', async () => {
  const { db } = server.parts;
  await saveSettings({ mail_driver: 'smtp', mail_host: 'mail.example.com', mail_from: 'a@example.com' });
  expect(await stateOf('mail')).toEqual(['ok', null]);
  await db
    .insertInto('jobs')
    .values({
      id: 'x',
      kind: 'mail',
      state: 'dead',
      payload: '{}',
      max_attempts: 1,
      run_at: 1,
      created_at: 1,
      finished_at: server.clock.now(),
    })
    .execute();
  expect(await stateOf('mail')).toEqual(['warning', expect.stringContaining('couldn’t be sent')]);
  server.clock.advance(day);
  await signInAgain();
  expect((await stateOf('mail'))[0]).toBe('warning');
});
