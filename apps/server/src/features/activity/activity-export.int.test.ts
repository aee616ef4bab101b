import type { ActivityPage } from '@holdall/contract/activity';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createId } from '#ports/ids.ts';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { queriesOf } from '#testing/watch-queries.ts';

let server: TestApp;
let cookie: string;
let eve: string;
beforeEach(async () => {
  server = await createTestApp();
  eve = await server.addUser('eve@example.com');
  cookie = await server.signIn();
});
afterEach(() => server.close());

const ask = (query: string, method: 'GET' | 'HEAD' = 'GET', as = cookie) =>
  server.app.inject({ method, url: `/api/admin/activity/export?${query}`, headers: { cookie: as } });
const many = 1_203;
const plant = async (): Promise<void> => {
  const rows = Array.from({ length: many }, () => ({
    id: createId(server.clock.now()),
    at: server.clock.now(),
    kind: 'user.reactivated' as const,
    user_id: eve,
    details: '{}',
  }));
  for (let from = 0; from < many; from += 500)
    await server.parts.db
      .insertInto('activity')
      .values(rows.slice(from, from + 500))
      .execute();
};

test('CSV has a header and a line for each entry that matches the filter', async () => {
  await plant();
  const answer = await ask('format=csv&kind=user.reactivated');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename=holdall-activity-\d{4}-\d\d-\d\d\.csv$/,
  );
  const lines = answer.body.slice(1).trimEnd().split('\r\n');
  expect(lines).toHaveLength(many + 1);
  expect(lines[0]).toContain('"time","last_time","count","kind"');
  expect(lines[1]).toMatch(
    new RegExp(`^"[^"]+Z",,1,"user\\.reactivated",,,,"${eve}","","eve@example\\.com",,,"\\{\\}"$`),
  );
});

test('JSON is a list of entries as the page has them, and an empty list if there are none', async () => {
  await plant();
  const entries = (await ask(`format=json&user=${eve}`)).json<ActivityPage['data'][number]['attributes'][]>();
  expect(entries).toHaveLength(many);
  expect(entries[0]).toMatchObject({
    kind: 'user.reactivated',
    count: 1,
    user: { email: 'eve@example.com' },
  });
  expect((await ask('format=json&kind=job.retried')).json()).toEqual([]);
});

test('a name or a browser that looks like a formula is written as text', async () => {
  await server.parts.db
    .updateTable('user_settings')
    .set({ first_name: '=HYPERLINK("https://evil.example.net")', last_name: '' })
    .where('user_id', '=', eve)
    .execute();
  await server.services.activity.note({
    kind: 'account.two_factor_on',
    actorId: eve,
    userId: eve,
    userAgent: '@SUM(1)',
  });
  const { body } = await ask('format=csv&kind=account.two_factor_on');
  expect(body).toContain(`"'=HYPERLINK(""https://evil.example.net"")"`);
  expect(body).toContain(`"'@SUM(1)"`);
  expect(body).not.toMatch(/(^|,)"?[=+@-]/m);
});

test('no statement reads more than one page of the log', async () => {
  await plant();
  const queries = await queriesOf(async () => {
    for await (const page of server.services.activity.pages({ kind: 'user.reactivated' }))
      expect(page.entries.length).toBeLessThanOrEqual(500);
  });
  expect(queries.filter(({ sql }) => sql.includes('"activity"')).length).toBe(Math.ceil(many / 500));
});

test('an export is recorded, and only administrators can make one', async () => {
  await ask('format=json&kind=job.retried', 'HEAD');
  await ask('format=csv&kind=job.retried');
  const written = (await ask('format=json&kind=activity.exported')).json<
    { actor: object; details: object }[]
  >();
  expect(written).toMatchObject([
    { actor: { email: testEmail }, details: { format: 'json' } },
    { actor: { email: testEmail }, details: { format: 'csv' } },
  ]);
  expect((await ask('format=csv', 'GET', await server.signIn('eve@example.com'))).statusCode).toBe(403);
  expect((await ask('format=xlsx')).statusCode).toBe(422);
  expect((await ask('format=csv&limit=5')).statusCode).toBe(422);
});
