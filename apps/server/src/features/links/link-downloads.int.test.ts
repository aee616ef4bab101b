import { expect, test } from 'vitest';
import { shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

test('a day after it was begun a download is forgotten, however many there are', async () => {
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
