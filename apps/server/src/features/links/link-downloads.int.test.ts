import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

test('a download is forgotten a day after its start, however many there are', async () => {
  await shareOf(ada, await ada.file('a.txt'));
  const { db } = server.parts;
  const { id: share_id } = await db.selectFrom('shares').select('id').executeTakeFirstOrThrow();
  const created_at = server.clock.now();
  const grants = Array.from({ length: 2_500 }, (_none, index) => ({
    share_id,
    visit: `${index}`,
    subject: 'file',
    created_at,
  }));
  for (let from = 0; from < grants.length; from += 500)
    await db
      .insertInto('share_downloads')
      .values(grants.slice(from, from + 500))
      .execute();
  server.clock.advance(24 * 60 * 60_000 + 1);
  const fresh = { share_id, visit: 'fresh', subject: 'file', created_at: server.clock.now() };
  await db.insertInto('share_downloads').values(fresh).execute();
  await server.services.sweep();
  expect(await db.selectFrom('share_downloads').selectAll().execute()).toEqual([fresh]);
});

test('a thousand downloads of a link are told apart, however many visits there are, and all of them count', async () => {
  const file = await ada.upload('a.txt', 'some bytes');
  const token = await shareOf(ada, file);
  const { db } = server.parts;
  const link = () => db.selectFrom('shares').select(['id', 'downloads']).executeTakeFirstOrThrow();
  const { id: share_id } = await link();
  const created_at = server.clock.now();
  await db
    .insertInto('share_downloads')
    .values(
      Array.from({ length: 999 }, (_none, index) => ({
        share_id,
        visit: `${index}`,
        subject: 'file',
        created_at,
      })),
    )
    .execute();
  const [{ name } = { name: '' }] = (await server.app.inject({ url: `/api/browse/share/${token}` })).cookies;
  const newVisit = (): string => `${name}=${randomBytes(16).toString('base64url')}`;
  const download = async (cookie: string, range = 'bytes=0-'): Promise<number> =>
    (
      await server.app.inject({
        url: `/api/files/${file.id}/content/${token}?download`,
        headers: { cookie, range },
      })
    ).statusCode;
  const last = newVisit();
  for (const cookie of [last, newVisit(), newVisit(), newVisit()]) expect(await download(cookie)).toBe(206);
  expect((await link()).downloads).toBe(4);
  expect(await db.selectFrom('share_downloads').select('visit').execute()).toHaveLength(1_000);
  // Resuming is not another download.
  for (const cookie of [last, newVisit()]) expect(await download(cookie, 'bytes=4-')).toBe(206);
  expect(await download(last)).toBe(206);
  expect((await link()).downloads).toBe(4);
});
