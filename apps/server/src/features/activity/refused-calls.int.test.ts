import type { ActivityPage } from '@holdall/contract/activity';
import { batchType } from '@holdall/contract/upload-batch.limits';
import { beforeEach, expect, test } from 'vitest';
import { batchOf } from '#testing/batch-of.ts';
import { createGuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { useTree } from '#testing/use-tree.ts';
import { queriesOf } from '#testing/watch-queries.ts';

const { server, ada, newcomer } = useTree();

// Aligns the clock with a minute, which entries are grouped by.
beforeEach(() => server.clock.advance(60_000 - (server.clock.now() % 60_000)));

const foreign = '01900000-0000-7000-8000-000000000000';
const log = async (query = ''): Promise<ActivityPage['data']> => {
  const answer = await server.app.inject({
    url: `/api/admin/activity?group=refused${query}`,
    headers: { cookie: await server.signIn() },
  });
  return answer.json<ActivityPage>().data;
};
const rows = async () =>
  (await log())
    .map(({ attributes: { kind, actor, count, address, details } }) => ({
      kind,
      actor: actor?.id ?? null,
      count,
      address,
      details,
    }))
    .toReversed();

test('refused calls of an account are grouped by kind, with the first call of each', async () => {
  const eve = await newcomer('eve');
  const file = await ada.upload('private.txt', 'x');
  await eve.call('GET', `/api/items/${file.id}`);
  await eve.call('GET', `/api/files/${foreign}/content`);
  await eve.call('GET', '/api/admin/activity');
  for (let call = 0; call < 3; call += 1)
    await server.app.inject({
      method: 'POST',
      url: '/api/create-folder',
      headers: { cookie: await server.signIn('eve@example.com'), origin: 'https://evil.example.net' },
      payload: { name: 'x' },
    });
  expect(await rows()).toEqual([
    {
      kind: 'refused.not_found',
      actor: eve.userId,
      count: 2,
      address: '127.0.0.1',
      details: { call: 'GET /api/items/:id' },
    },
    {
      kind: 'refused.forbidden',
      actor: eve.userId,
      count: 1,
      address: '127.0.0.1',
      details: { call: 'GET /api/admin/activity' },
    },
    // The account of another site's page that used the cookie is not looked up.
    {
      kind: 'refused.cross_site',
      actor: null,
      count: 3,
      address: '127.0.0.1',
      details: { call: 'POST /api/create-folder' },
    },
  ]);
});

test('files of a batch that are refused are refused calls, too', async () => {
  const eve = await newcomer('eve');
  const folder = await ada.folder('private');
  const planted = ['a', 'b'].map((name) => ({ name, parent_id: folder.id, bytes: 'x' }));
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/upload/batch',
    headers: { cookie: await server.signIn('eve@example.com'), 'content-type': batchType },
    payload: batchOf(...planted),
  });
  expect(answer.statusCode).toBe(200);
  expect(await rows()).toMatchObject([
    { kind: 'refused.not_found', actor: eve.userId, count: 2, details: { call: 'POST /api/upload/batch' } },
  ]);
});

test('common mistakes of callers are not recorded', async () => {
  await ada.call('POST', '/api/create-folder', { name: '' });
  await createGuestClient(server).get('/api/user');
  await createGuestClient(server).get('/no/such/page');
  expect(await rows()).toEqual([]);
});

test('refused calls of guests name the link by its id, never by its token', async () => {
  const token = await shareOf(ada, await ada.folder('shared'), { password: 'harbour lights' });
  const guest = createGuestClient(server);
  for (let guess = 0; guess < 12; guess += 1)
    await guest.post(`/api/browse/authenticate/${token}`, { password: `wrong ${guess}` });
  await revoke(ada, token);
  await guest.get(`/api/browse/share/${token}`);
  const { id } = await server.parts.db.selectFrom('shares').select('id').executeTakeFirstOrThrow();
  expect(await rows()).toMatchObject([
    { kind: 'refused.limited', actor: null, count: 2, details: { link: id } },
    { kind: 'refused.not_found', actor: null, count: 1, details: { link: id } },
  ]);
  const written = await server.parts.db.selectFrom('activity').selectAll().execute();
  expect(JSON.stringify(written)).not.toContain(token);
  expect(written.filter(({ kind }) => kind === 'share.unlock_failed')).toMatchObject([
    { count: 10, user_id: ada.userId },
  ]);
});

test('thousands of refused calls from many addresses cost no statement each, and few rows', async () => {
  const { activity } = server.services;
  const count = async (): Promise<number> =>
    (await server.parts.db.selectFrom('activity').select('id').execute()).length;
  await activity.flush();
  const before = await count();
  const gathering = await queriesOf(async () => {
    for (let call = 0; call < 5_000; call += 1)
      activity.gather({ kind: 'session.failed', actorId: null, userId: null, address: `192.0.2.${call}` }, [
        `192.0.2.${call}`,
      ]);
  });
  expect(gathering).toHaveLength(0);
  expect(await queriesOf(() => activity.flush())).toHaveLength(1);
  expect((await count()) - before).toBeLessThanOrEqual(101);
  const { count: others } = await server.parts.db
    .selectFrom('activity')
    .select('count')
    .where('kind', '=', 'refused.other')
    .executeTakeFirstOrThrow();
  expect(others).toBe(4_900);
});

test('several servers add to one entry', async () => {
  const { activity } = server.services;
  const entry = { kind: 'refused.forbidden', actorId: ada.userId, userId: null } as const;
  const beside = await createTestApp({ beside: server });
  for (const one of [activity, beside.services.activity, activity]) {
    one.gather(entry, [ada.userId]);
    await one.flush();
  }
  expect(await rows()).toMatchObject([{ actor: ada.userId, count: 3 }]);
  await beside.close();
});
