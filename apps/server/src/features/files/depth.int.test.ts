import type { ItemRef } from '@holdall/contract/selections';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { plantItems } from '#testing/plant-items.ts';
import { useTree } from '#testing/use-tree.ts';
import { refuseTooDeep } from './depth-limit.ts';

const { server, ada } = useTree();

const plant = async (parent: ItemRef | null, count: number): Promise<ItemRef[]> => {
  const now = server.clock.now();
  const query = { ownerId: ada.userId, parent, type: 'folder' as const, count, now };
  return (await plantItems(server.parts.db, query)).items;
};
/** Creates nested folders; returns the first and the last of them. */
const chain = async (levels: number): Promise<{ first: ItemRef; last: ItemRef }> => {
  const first = await ada.folder(`chain of ${levels}`);
  let last = first;
  for (let level = 1; level < levels; level += 1) last = (await plant(last, 1))[0] ?? last;
  return { first, last };
};

describe('the future depth of folders', () => {
  it('is that of the deepest one, at most 256 levels', async () => {
    const { first, last } = await chain(6);
    await ada.folder('beside', first);
    const { db } = server.parts;
    await refuseTooDeep(db, [{ id: first.id, depth: 250 }]);
    const tooDeep = expect.objectContaining({ code: 'folder.too_deep' }) as Error;
    await expect(refuseTooDeep(db, [{ id: first.id, depth: 251 }])).rejects.toThrow(tooDeep);
    await refuseTooDeep(db, [{ id: last.id, depth: 255 }]);
    await expect(refuseTooDeep(db, [{ id: last.id, depth: 256 }])).rejects.toThrow(tooDeep);
  });

  it('ignores trashed folders below', async () => {
    const { first, last } = await chain(4);
    await ada.remove([last]);
    await expect(refuseTooDeep(server.parts.db, [{ id: first.id, depth: 253 }])).resolves.toBeUndefined();
  });
});

describe('with any number of folders', () => {
  /** Rows that each statement returns. */
  let answered: number[];
  let watched: Db;
  beforeEach(() => {
    answered = [];
    watched = server.parts.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answered.push(result.rows.length);
        return result;
      },
    });
  });

  it('no statement returns more than two thousand rows, and few are needed', async () => {
    const top = await ada.folder('top');
    const wide = await plant(top, 3_000);
    // Each of them also contains an empty folder.
    await sql`update items set items_count = 1 where parent_id = ${top.id}`.execute(server.parts.db);
    const { db } = server.parts;
    for (const { id } of wide.slice(0, 5)) {
      await sql`update items set items_count = 0 where id = ${id}`.execute(db);
      await plant({ id, type: 'folder' }, 700);
    }
    await refuseTooDeep(watched, [{ id: top.id, depth: 0 }]);
    await sql`update items set items_count = 0 where parent_id = ${top.id}
      and id not in (select parent_id from items where parent_id is not null)`.execute(db);
    expect(Math.max(...answered)).toBe(2_000);
    expect(answered.reduce((sum, rows) => sum + rows, 0)).toBe(1 + 3_000 + 3_500);
    expect(answered.length).toBeLessThan(20);
  });

  it('other requests run between two statements', async () => {
    const tops = await plant(null, 5_000);
    let tick = 0;
    let going = true;
    const countTick = (): void => {
      tick += 1;
      if (going) setImmediate(countTick);
    };
    const statements: number[] = [];
    const counted = server.parts.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(tick);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    setImmediate(countTick);
    await refuseTooDeep(
      counted,
      tops.map(({ id }) => ({ id, depth: 0 })),
    );
    going = false;
    expect(statements).toHaveLength(3);
    expect(new Set(statements).size).toBe(3);
  });

  it('files cost nothing', async () => {
    const top = await ada.folder('top');
    await ada.files(500, top);
    await refuseTooDeep(watched, [{ id: top.id, depth: 0 }]);
    expect(answered).toEqual([1]);
  });
});
