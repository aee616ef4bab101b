import { expect, test } from 'vitest';
import { useTree } from '#testing/use-tree.ts';
import { findBlobs, walkFolders } from './folder-walk.ts';

const { server, ada } = useTree();

/** A database that records the tick of the event loop in which each statement is sent. */
const recordTicks = () => {
  const statements: number[] = [];
  let now = 0;
  let going = true;
  const countTick = (): void => {
    now += 1;
    if (going) setImmediate(countTick);
  };
  setImmediate(countTick);
  const db = server.parts.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(now);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    db,
    /** Returns the numbers of statements and of ticks. */
    stop: (): [statements: number, ticks: number] => {
      going = false;
      return [statements.length, new Set(statements).size];
    },
  };
};

test(
  'other requests run between the queries of a walk, through many folders and a large one',
  { timeout: 60_000 },
  async () => {
    const folders = [];
    for (let index = 0; index < 2; index += 1) {
      const { id } = await ada.folder(`folder ${index}`);
      await ada.files(600, { id, type: 'folder' });
      folders.push({ id, items_count: 600 });
    }
    const large = await ada.folder('large');
    await ada.files(1_100, large);
    folders.push({ id: large.id, items_count: 1_100 });
    const { db, stop } = recordTicks();
    let walked = 0;
    for await (const { items } of walkFolders(db, folders)) walked += items.length;
    expect(walked).toBe(2 * 600 + 1_100);
    expect(stop()).toEqual([2 + 2, 2 + 2]);
  },
);

test('other requests run while the blobs of very many files are looked up', { timeout: 60_000 }, async () => {
  await ada.files(2_100, null);
  const ids = (await server.parts.db.selectFrom('blobs').select('id').execute()).map(({ id }) => id);
  const { db, stop } = recordTicks();
  expect((await findBlobs(db, ids)).size).toBe(2_100);
  expect(stop()).toEqual([2, 2]);
});
