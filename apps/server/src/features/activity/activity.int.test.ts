import type { ActivityPage } from '@holdall/contract/activity';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { isPostgres } from '#db/dialect.ts';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { createId } from '#ports/ids.ts';
import { type ActivitySearch, searchActivity } from './activity.repo.ts';
import type { NewActivity } from './activity.types.ts';

let server: TestApp;
let ada: string;
let eve: string;
beforeEach(async () => {
  server = await createTestApp();
  eve = await server.addUser('eve@example.com');
  ada = (
    await server.parts.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
  ).id;
});
afterEach(() => server.close());

const note = (entry: Partial<NewActivity> & Pick<NewActivity, 'kind'>): Promise<void> =>
  server.services.activity.note({ actorId: eve, userId: eve, ...entry });
const ask = async (email: string, url: string): Promise<{ status: number; page: ActivityPage }> => {
  const headers = { cookie: await server.signIn(email) };
  const answer = await server.app.inject({ url, headers });
  return { status: answer.statusCode, page: answer.json() };
};
const all = async (query = ''): Promise<ActivityPage> => {
  const { status, page } = await ask(testEmail, `/api/admin/activity${query}`);
  expect(status).toBe(200);
  return page;
};
/** Returns the entries that the tests recorded themselves; sign-ins are recorded, too. */
const mine = ({ data }: ActivityPage) =>
  data.filter(({ attributes }) => !attributes.kind.startsWith('session.signed'));
const kindsOf = (page: ActivityPage): string[] => mine(page).map(({ attributes }) => attributes.kind);

test('rows are append-only: the database refuses to change or delete them', async () => {
  await note({ kind: 'account.two_factor_on' });
  const { db } = server.parts;
  const rows = () => db.selectFrom('activity').selectAll().execute();
  const before = await rows();
  const refused = 'activity is append-only';
  await expect(db.updateTable('activity').set({ kind: 'user.deleted' }).execute()).rejects.toThrow(refused);
  await expect(db.deleteFrom('activity').execute()).rejects.toThrow(refused);
  await expect(
    db
      .insertInto('activity')
      .values(before)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ details: '{}' }))
      .execute(),
  ).rejects.toThrow(refused);
  const replacing = isPostgres(db)
    ? sql`truncate activity`
    : sql`replace into activity select * from activity`;
  await expect(replacing.execute(db)).rejects.toThrow(refused);
  expect(await rows()).toEqual(before);
});

test('an entry is rolled back with its transaction', async () => {
  const { db } = server.parts;
  const before = (await all()).data.length;
  const rolledBack = db.transaction().execute(async (trx) => {
    await server.services.activity.record(trx, { kind: 'user.role_changed', actorId: ada, userId: eve });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(kindsOf(await all())).toEqual([]);
  expect((await all()).data.length).toBeGreaterThanOrEqual(before);
});

test('users see only entries about their own account, without the address of an administrator', async () => {
  await note({ kind: 'account.password_changed', address: '192.0.2.1', userAgent: 'Firefox' });
  await note({
    kind: 'session.failed',
    actorId: null,
    address: '203.0.113.9',
    details: { reason: 'password' },
  });
  await note({ kind: 'user.restricted', actorId: ada, address: '10.0.0.1', userAgent: 'Admin browser' });
  await note({ kind: 'settings.changed', actorId: ada, userId: null });
  await note({ kind: 'user.created', actorId: ada, userId: ada });
  const { page } = await ask('eve@example.com', '/api/user/activity');
  const person = { id: eve, name: '', email: 'eve@example.com' };
  const admin = { id: ada, name: '', email: null };
  expect(mine(page).map(({ attributes }) => attributes)).toMatchObject([
    { kind: 'user.restricted', actor: admin, user: person, address: null, user_agent: null, details: {} },
    {
      kind: 'session.failed',
      actor: null,
      user: person,
      address: '203.0.113.9',
      details: { reason: 'password' },
    },
    { kind: 'account.password_changed', actor: person, address: '192.0.2.1', user_agent: 'Firefox' },
  ]);
  // Administrators see all of it.
  expect(mine(await all())).toHaveLength(5);
  expect(mine(await all('?kind=user.restricted'))[0]?.attributes).toMatchObject({
    actor: { email: testEmail },
    address: '10.0.0.1',
  });
  // A user cannot ask for another's entries by a filter of the administrators.
  expect((await ask('eve@example.com', `/api/user/activity?user=${ada}`)).status).toBe(422);
  expect((await ask('eve@example.com', '/api/admin/activity')).status).toBe(403);
});

test('the log outlives the accounts in it', async () => {
  await note({ kind: 'user.deleted', actorId: ada, details: { name: 'Eve', email: 'eve@example.com' } });
  await server.parts.db.deleteFrom('users').where('id', '=', eve).execute();
  expect(mine(await all('?kind=user.deleted'))[0]?.attributes).toMatchObject({
    user: { id: eve, name: null, email: null },
    details: { name: 'E…', email: 'e…@example.com' },
  });
});

test('entries are removed when their retention ends, and no earlier', async () => {
  const { db } = server.parts;
  const now = server.clock.now();
  const ages = [10, 100, 179, 181, ...Array.from({ length: 2_500 }, () => 200)];
  for (let from = 0; from < ages.length; from += 500)
    await db
      .insertInto('activity')
      .values(
        ages.slice(from, from + 500).map((age) => {
          const at = now - age * 86_400_000;
          return { id: createId(at), at, kind: 'user.reactivated' as const, details: '{}' };
        }),
      )
      .execute();
  const left = async (): Promise<number[]> => {
    const rows = await db
      .selectFrom('activity')
      .select('at')
      .where('kind', '=', 'user.reactivated')
      .orderBy('at')
      .execute();
    return rows.map(({ at }) => Math.round((now - at) / 86_400_000));
  };
  await server.services.activity.sweep();
  expect(await left()).toEqual([179, 100, 10]);
  await saveSettings(server, { activity_days: 30 });
  await server.services.activity.sweep();
  expect(await left()).toEqual([10]);
  expect(server.logged.filter(({ level }) => level === 50)).toEqual([]);
});

test('pages continue after the last entry, whatever is added meanwhile', async () => {
  for (let index = 0; index < 120; index += 1)
    await note({ kind: 'user.capacity_changed', details: { from: index, to: index + 1 } });
  const seen: unknown[] = [];
  let query: string | undefined = '?kind=user.capacity_changed';
  let pages = 0;
  while (query !== undefined) {
    const page: ActivityPage = await all(query);
    pages += 1;
    expect(page.data.length).toBeLessThanOrEqual(50);
    seen.push(...page.data.map(({ attributes }) => attributes.details['from']));
    await note({ kind: 'user.capacity_changed', details: { from: 'later' } });
    query = page.meta.next === null ? undefined : `?kind=user.capacity_changed&before=${page.meta.next}`;
  }
  expect(pages).toBe(3);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index));
});

describe('filters', () => {
  beforeEach(async () => {
    await note({ kind: 'account.email_changed' });
    await note({ kind: 'user.suspended', actorId: ada });
    await note({ kind: 'settings.changed', actorId: ada, userId: null });
    await note({ kind: 'session.failed', actorId: null, userId: ada });
    await note({ kind: 'session.failed', actorId: null, userId: null });
  });

  it('by user find the entries that they caused and those about them, once each', async () => {
    expect(kindsOf(await all(`?user=${eve}`))).toEqual(['user.suspended', 'account.email_changed']);
    expect(kindsOf(await all(`?user=${ada}`))).toEqual([
      'session.failed',
      'settings.changed',
      'user.suspended',
    ]);
    expect(kindsOf(await all('?user=01900000-0000-7000-8000-000000000000'))).toEqual([]);
  });

  it('by kind, by group, and by all at once', async () => {
    expect(kindsOf(await all('?kind=session.failed'))).toEqual(['session.failed', 'session.failed']);
    expect(kindsOf(await all('?group=admin'))).toEqual(['settings.changed', 'user.suspended']);
    expect(kindsOf(await all(`?group=admin&user=${eve}`))).toEqual(['user.suspended']);
    expect(kindsOf(await all(`?group=account&user=${ada}`))).toEqual([]);
    expect((await all('?group=admin&kind=session.failed')).data).toEqual([]);
    const { page } = await ask('eve@example.com', '/api/user/activity?group=account');
    expect(kindsOf(page)).toEqual(['account.email_changed']);
  });

  it('by times, from the first one on and before the second', async () => {
    const [last] = (await all('?kind=session.failed')).data;
    const at = Date.parse(last?.attributes.at ?? '');
    const time = (later: number): string => new Date(at + later).toISOString();
    const day = 86_400_000;
    expect(kindsOf(await all(`?from=${time(-day)}&to=${time(day)}`))).toHaveLength(5);
    expect((await all(`?from=${time(day)}`)).data).toEqual([]);
    expect((await all(`?to=${time(-day)}`)).data).toEqual([]);
    const ids = async (query: string) =>
      (await all(`?kind=session.failed&${query}`)).data.map(({ id }) => id);
    expect(await ids(`from=${time(0)}`)).toContain(last?.id);
    expect(await ids(`to=${time(0)}`)).not.toContain(last?.id);
    expect(await ids(`to=${time(1)}`)).toContain(last?.id);
    for (const wrong of ['2024-02-28', '2024-02-30T00:00:00.000Z'])
      expect((await ask(testEmail, `/api/admin/activity?from=${wrong}`)).status).toBe(422);
  });
});

describe('indexes answer', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  const end = 'f1900000-0000-7000-8000-000000000000';
  const both = { id, as: ['user_id', 'actor_id'] } as const;
  const search = {
    before: undefined,
    since: undefined,
    limit: 51,
    kinds: undefined,
    whose: undefined,
  } as const;
  const cases: [string, Partial<ActivitySearch>, readonly string[]][] = [
    ['everything', {}, ['activity_pkey']],
    ['a page of days', { before: end, since: id }, ['activity_pkey']],
    ['one’s own', { whose: { id, as: ['user_id'] } }, ['activity_user']],
    ['a person’s', { whose: both, before: end }, ['activity_user', 'activity_actor']],
    [
      'a person’s of some kinds',
      { whose: both, kinds: ['user.created', 'user.changed'] },
      ['activity_user', 'activity_actor'],
    ],
    ['a kind', { kinds: ['user.created'], since: id }, ['activity_kind']],
    [
      'a group',
      { kinds: ['user.created', 'user.changed'], before: end, since: id },
      ['activity_kind', 'activity_kind'],
    ],
  ];

  it.each(cases)('an index answers %s in the order of the log', async (_name, filter, indexes) => {
    const { db } = server.parts;
    await db
      .insertInto('activity')
      .values(
        Array.from({ length: 2_000 }, (_, index) => ({
          id: createId(server.clock.now()),
          at: server.clock.now(),
          kind: index % 2 === 0 ? ('session.failed' as const) : ('settings.changed' as const),
          actor_id: `somebody ${index % 100}`,
          user_id: `somebody ${index % 50}`,
          details: '{}',
        })),
      )
      .execute();
    await db.connection().execute(async (connection) => {
      if (isPostgres(db)) await sql`analyze activity`.execute(connection);
      const query = searchActivity(connection, { ...search, ...filter });
      const rows = isPostgres(db) ? await query.explain() : await query.explain(undefined, sql`query plan`);
      const plan = rows.map((row) => Object.values(row as object).join(' ')).join('\n');
      const sqliteName = (index: string): string =>
        index === 'activity_pkey' ? 'sqlite_autoindex_activity_1' : index;
      for (const index of indexes)
        expect(plan.split(isPostgres(db) ? index : sqliteName(index)).length - 1).toBeGreaterThanOrEqual(
          indexes.filter((name) => name === index).length,
        );
      expect(plan).not.toMatch(/Seq Scan|SCAN activity(?! USING)/);
    });
  });
});
