import type { ItemRef } from '@holdall/contract/selections';
import { expect, test } from 'vitest';
import { createId } from '#ports/ids.ts';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, signInAgain } = useTree();

const countJournal = async (): Promise<number[]> => {
  const { db } = server.parts;
  const operations = await db.selectFrom('operations').select('id').execute();
  const items = await db.selectFrom('operation_items').select('item_id').execute();
  return [operations.length, items.length];
};

const day = 24 * 60 * 60 * 1000;

test('a rename is undone with emoji and colour, once', async () => {
  const folder = await ada.folder('old');
  await ada.rename(folder, { emoji: '🏖️' });
  const renamed = await ada.rename(folder, { name: 'new', emoji: null, color: '#112233' });
  expect(await ada.undo(renamed)).toMatchObject({ status: 200, meta: { operation: null, count: 1 } });
  expect((await ada.details(folder)).data.attributes).toMatchObject({
    name: 'old',
    emoji: '🏖️',
    color: null,
  });
  expect(await ada.undo(renamed)).toMatchObject({ status: 404, code: 'operation.not_found' });
});

test('a move is undone with the names that it changed and the files that it replaced', async () => {
  const [a, b, to] = [await ada.folder('a'), await ada.folder('b'), await ada.folder('to')];
  const [one, two] = [await ada.file('x', a), await ada.file('x', b)];
  const numbered = await ada.move([one, two], to, { on_conflict: 'rename' });
  expect(await ada.names(to)).toEqual(['x', 'x (1)']);
  expect((await ada.undo(numbered)).status).toBe(200);
  expect(await ada.names(a)).toEqual(['x']);
  expect(await ada.names(b)).toEqual(['x']);

  const old = await ada.file('x', to, 9);
  const replacing = await ada.move([one], to, { on_conflict: 'replace' });
  expect((await ada.browse(to)).files.data.map(({ data }) => data.id)).toEqual([one.id]);
  expect((await ada.undo(replacing)).status).toBe(200);
  expect((await ada.browse(to)).files.data.map(({ data }) => data.id)).toEqual([old.id]);
  expect((await ada.browse(a)).files.data.map(({ data }) => data.id)).toEqual([one.id]);
});

test('a removed item returns to exactly its folder, whatever is beside it by now', async () => {
  const folder = await ada.folder('a');
  const file = await ada.file('x', folder);
  const removed = await ada.remove([file]);
  expect((await ada.undo(removed)).status).toBe(200);
  expect(await ada.names(folder)).toEqual(['x']);

  const again = await ada.remove([file]);
  await ada.file('x', folder);
  expect(await ada.undo(again)).toMatchObject({ status: 409, code: 'item.name_taken' });
  expect(await ada.names(folder)).toEqual(['x']);
  expect((await ada.details(file)).data.attributes.deleted_at).not.toBeNull();
});

test('a restoration is undone for entries of the trash and for an item inside one', async () => {
  const folder = await ada.folder('a');
  const [inside, entry] = [await ada.file('x', folder), await ada.file('y', folder)];
  await ada.remove([entry]);
  await ada.remove([folder]);
  const restored = await ada.restore([inside, entry]);
  expect(await ada.names()).toEqual(['x', 'y']);
  expect((await ada.undo(restored)).status).toBe(200);
  expect(await ada.names()).toEqual([]);
  expect(await ada.names(folder)).toEqual(['x']);
  await ada.restore([folder]);
  await ada.restore([entry]);
  expect(await ada.names(folder)).toEqual(['x', 'y']);
});

test('a restoration is not undone into a folder that has been restored meanwhile', async () => {
  const folder = await ada.folder('a');
  const inside = await ada.file('x', folder);
  await ada.remove([folder]);
  const restored = await ada.restore([inside]);
  await ada.restore([folder]);
  expect(await ada.undo(restored)).toMatchObject({ status: 409, code: 'operation.stale' });
  expect(await ada.names()).toEqual(['a', 'x']);
});

test('an undo of a restoration survives the deletion of the original folder', async () => {
  const folder = await ada.folder('a');
  const file = await ada.file('x', folder);
  await ada.remove([file]);
  await ada.remove([folder]);
  const restored = await ada.restore([file]);
  await ada.remove([folder]);
  await purged(server);
  expect((await ada.undo(restored)).status).toBe(200);
  expect(await ada.names()).toEqual([]);
  expect((await ada.restore([file])).status).toBe(200);
  expect(await ada.names()).toEqual(['x']);
});

test.each<[string, (file: ItemRef, from: ItemRef) => Promise<unknown>]>([
  ['renamed', (file) => ada.rename(file, { name: 'z' })],
  ['moved on', (file) => ada.move([file], null)],
  ['removed', (file) => ada.remove([file])],
  ['deleted for good', (file) => ada.remove([file], true)],
  ['robbed of its old folder', (_file, from) => ada.remove([from])],
])('a move is not undone once one of its items was %s, and nothing changes', async (_what, change) => {
  const [from, to] = [await ada.folder('from'), await ada.folder('to')];
  const [file, other] = [await ada.file('x', from), await ada.file('y', from)];
  const moved = await ada.move([file, other], to);
  await change(file, from);
  const before = [await ada.names(), await ada.names(to)];
  expect(await ada.undo(moved)).toMatchObject({ status: 409, code: 'operation.stale' });
  expect([await ada.names(), await ada.names(to)]).toEqual(before);
});

test('an undo does not pull an item out of a folder that is in the trash', async () => {
  const [from, to] = [await ada.folder('from'), await ada.folder('to')];
  const file = await ada.file('x', from);
  const moved = await ada.move([file], to);
  await ada.remove([to]);
  expect(await ada.undo(moved)).toMatchObject({ status: 409, code: 'operation.stale' });
});

test('an undo creates no cycle', async () => {
  const [x, y] = [await ada.folder('x'), await ada.folder('y')];
  const a = await ada.folder('a', x);
  const moved = await ada.move([a], y);
  await ada.move([x], a);
  expect(await ada.undo(moved)).toMatchObject({ status: 409, code: 'operation.stale' });

  // The same through the trash: p in x in f would return around f in p.
  const p = await ada.folder('p');
  const f = await ada.folder('f', p);
  const inner = await ada.folder('inner', f);
  await ada.remove([inner]);
  await ada.remove([f]);
  const restored = await ada.restore([inner]);
  await ada.move([p], inner);
  expect(await ada.undo(restored)).toMatchObject({ status: 409, code: 'operation.stale' });
});

test('a change can be undone for a day and is deleted then', async () => {
  const file = await ada.file('a');
  const renamed = await ada.rename(file, { name: 'b' });
  await server.services.actions.sweep();
  expect(await countJournal()).toEqual([1, 1]);
  server.clock.advance(day + 1);
  await signInAgain();
  expect(await ada.undo(renamed)).toMatchObject({ status: 404, code: 'operation.not_found' });
  await server.services.actions.sweep();
  expect(await countJournal()).toEqual([0, 0]);
});

test('many changes are deleted in batches, and other requests run in between', async () => {
  const { db } = server.parts;
  const count = 1_200;
  await db
    .insertInto('operations')
    .values(
      Array.from({ length: count }, () => ({
        id: createId(1),
        owner_id: ada.userId,
        principal: 'user:x',
        kind: 'rename' as const,
        created_at: 1,
        count: 1,
        name: 'a',
      })),
    )
    .execute();
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  await server.services.actions.sweep();
  clearInterval(others);
  expect(turns).toBeGreaterThan(0);
  expect(await countJournal()).toEqual([0, 0]);
});
