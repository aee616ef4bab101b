import { expect, test } from 'vitest';
import { isPostgres } from '#db/dialect.ts';
import { lockTree } from '#db/tree-lock.ts';
import { purged } from '#testing/jobs-done.ts';
import type { Answer } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

const rows = () => server.parts.db.selectFrom('items').selectAll().orderBy('name').execute();

test('a folder in the trash can be viewed, and nothing else', async () => {
  const outer = await ada.folder('outer');
  const folder = await ada.folder('a', outer);
  const inner = await ada.folder('b', folder);
  const file = await ada.file('x', inner);
  await ada.remove([folder]);

  const listing = await ada.browse(inner);
  expect(listing.meta).toMatchObject({ trashed: true, total: 1 });
  expect(listing.meta.ancestors.map(({ name }) => name)).toEqual(['a']);
  expect((await ada.details(file)).meta.ancestors.map(({ name }) => name)).toEqual(['a', 'b']);
  expect((await ada.browse(outer)).meta.trashed).toBeUndefined();

  const free = await ada.file('free');
  expect((await ada.rename(file, { name: 'y' })).status).toBe(404);
  expect((await ada.move([file], null)).status).toBe(404);
  expect((await ada.move([free], inner)).status).toBe(404);
  expect((await ada.call('POST', '/api/create-folder', { name: 'c', parent_id: inner.id })).status).toBe(404);
  expect((await ada.call('GET', `/api/files/${file.id}/content`)).status).toBe(404);
  expect((await ada.restore([free])).status).toBe(404);
});

test('removing a folder marks it alone, and updates the counts', async () => {
  const outer = await ada.folder('outer');
  const folder = await ada.folder('a', outer);
  await ada.files(50, folder);
  const removed = await ada.remove([folder]);
  expect(removed).toMatchObject({ status: 200, meta: { count: 1, containers: [outer.id] } });
  const marked = (await rows()).filter(({ deleted_at }) => deleted_at !== null);
  expect(marked.map(({ id, trashed_by }) => [id, trashed_by])).toEqual([[folder.id, `user:${ada.userId}`]]);
  expect((await ada.browse(outer)).meta.total).toBe(0);
  expect((await ada.browse(folder)).meta.files).toBe(50);
});

test('a restored item returns to its folder, or to the top when that is in the trash', async () => {
  const folder = await ada.folder('a');
  const file = await ada.file('x', folder, 4);
  await ada.remove([file]);
  expect(await ada.restore([file])).toMatchObject({ status: 200, meta: { containers: [folder.id] } });
  expect((await ada.browse(folder)).meta).toMatchObject({ files: 1, size: 4 });

  await ada.remove([file]);
  await ada.remove([folder]);
  expect((await ada.restore([file])).status).toBe(200);
  expect(await ada.names()).toEqual(['x']);
});

test('an item inside a trashed folder can be restored alone', async () => {
  const folder = await ada.folder('a');
  const [file] = [await ada.file('x', folder), await ada.file('y', folder)];
  await ada.remove([folder]);
  expect((await ada.restore([file])).status).toBe(200);
  expect(await ada.names()).toEqual(['x']);
  expect(await ada.names(folder)).toEqual(['y']);
});

test('a folder and items removed from it before are restored together, each to its folder', async () => {
  const folder = await ada.folder('a');
  const inner = await ada.folder('b', folder);
  const file = await ada.file('x', inner);
  await ada.remove([file]);
  await ada.remove([inner]);
  await ada.remove([folder]);
  expect(await ada.restore([file, inner, folder])).toMatchObject({ status: 200, meta: { count: 3 } });
  expect(await ada.names()).toEqual(['a']);
  expect(await ada.names(folder)).toEqual(['b']);
  expect(await ada.names(inner)).toEqual(['x']);
});

test('to_home restores everything to the top', async () => {
  const folder = await ada.folder('a');
  const file = await ada.file('x', folder);
  await ada.remove([file]);
  expect((await ada.restore([file], { to_home: true })).status).toBe(200);
  expect(await ada.names()).toEqual(['a', 'x']);
});

test('a name that is taken by now is numbered, also among restored items', async () => {
  const folder = await ada.folder('a');
  const [one, two, third] = [await ada.file('x.txt'), await ada.file('x.txt', folder), await ada.file('y')];
  await ada.remove([one, two, third]);
  await ada.file('x.txt');
  expect((await ada.restore([one, two, third], { to_home: true })).status).toBe(200);
  expect(await ada.names()).toEqual(['a', 'x (1).txt', 'x (2).txt', 'x.txt', 'y']);
});

test('removing a trashed item, or by force, deletes it permanently', async () => {
  const folder = await ada.folder('a');
  const [inside, forced, entry] = [
    await ada.file('in', folder),
    await ada.file('forced'),
    await ada.file('entry'),
  ];
  await ada.remove([entry, folder]);
  server.clock.advance(10_000);
  const removed = await ada.remove([entry, inside]);
  expect(removed).toMatchObject({ status: 200, meta: { operation: null, count: 2 } });
  expect(await ada.remove([forced], true)).toMatchObject({ status: 200, meta: { operation: null } });
  for (const item of [inside, forced, entry]) {
    await expect(ada.details(item)).rejects.toThrow('404');
    expect((await ada.restore([item])).status).toBe(404);
    expect((await ada.remove([item])).status).toBe(404);
  }
  expect((await ada.browse(folder)).meta.total).toBe(0);
  await purged(server);
  expect((await rows()).map(({ id }) => id)).toEqual([folder.id]);
});

test('a repeated removal deletes nothing permanently', async () => {
  const [one, two] = [await ada.file('one'), await ada.file('two')];
  const removed = await ada.remove([one]);
  server.clock.advance(5_000);
  expect(await ada.remove([one, two])).toMatchObject({ status: 200, meta: { count: 2 } });
  expect(await ada.names()).toEqual([]);
  expect(await ada.undo(removed)).toMatchObject({ status: 200 });
  expect(await ada.names()).toEqual(['one']);
});

test('an item that another window removes from a folder in the trash is not lost', async () => {
  const folder = await ada.folder('a');
  const file = await ada.file('x', await ada.folder('b', folder));
  const removed = await ada.remove([folder]);
  expect(await ada.remove([file])).toMatchObject({ status: 200, meta: { operation: null, count: 1 } });
  await purged(server);
  await ada.undo(removed);
  expect((await ada.details(file)).data.attributes).toMatchObject({ name: 'x', deleted_at: null });
});

test('an undo restores the removed items, not the permanently deleted ones', async () => {
  const [one, two] = [await ada.file('one'), await ada.file('two')];
  const removed = await ada.call('POST', '/api/remove', {
    items: [
      { ...one, force_delete: true },
      { ...two, force_delete: false },
    ],
  });
  expect(await ada.undo(removed)).toMatchObject({ status: 200, meta: { count: 1 } });
  expect(await ada.names()).toEqual(['two']);
});

test('a listing of a folder that has moved to the trash meanwhile does not delete its contents', async () => {
  const folder = await ada.folder('a');
  await ada.file('x', folder);
  await ada.remove([folder]);
  expect((await ada.call('POST', '/api/remove', { all_of: { id: folder.id } })).status).toBe(404);
  expect(await ada.names(folder)).toEqual(['x']);
  const inTrash = { all_of: { id: folder.id, in: 'trash' } };
  expect(await ada.call('POST', '/api/remove', inTrash)).toMatchObject({ status: 200, meta: { count: 1 } });
  expect((await ada.browse(folder)).meta.total).toBe(0);
});

test('the trash is emptied by DELETE, and by POST with _method alone', async () => {
  const folder = await ada.folder('a');
  await ada.files(20, folder);
  const kept = await ada.file('kept');
  await ada.remove([folder]);
  expect((await ada.call('POST', '/api/trash/dump', {})).status).toBe(405);
  expect((await ada.call('POST', '/api/trash/dump', { _method: 'patch' })).status).toBe(405);
  expect((await ada.browse(folder)).meta.total).toBe(20);
  const emptied = await ada.call('POST', '/api/trash/dump', { _method: 'DELETE' });
  expect(emptied).toMatchObject({ status: 200, meta: { operation: null, count: 1, containers: [] } });
  await expect(ada.browse(folder)).rejects.toThrow('404');
  await purged(server);
  expect((await rows()).map(({ id }) => id)).toEqual([kept.id]);
  expect(await ada.call('DELETE', '/api/trash/dump')).toMatchObject({ status: 200, meta: { count: 0 } });
});

test('a busy tree blocks nobody else, however often its owner calls', async () => {
  const eve = await newcomer('eve');
  const [folder, held, locked] = [
    await ada.folder('a'),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const busy = server.parts.db.transaction().execute(async (trx) => {
    await lockTree(trx, ada.userId);
    locked.resolve();
    // SQLite has one connection alone, so the lock is held only briefly.
    if (isPostgres(trx)) await held.promise;
  });
  await locked.promise;
  const favourite = (): Promise<Answer> =>
    ada.call('POST', '/api/folders/favourites', { folders: [{ id: folder.id }] });
  const calls = Array.from({ length: 8 }, () => [
    ada.call('DELETE', '/api/trash/dump'),
    favourite(),
    ada.rename(folder, { name: 'b' }),
  ]).flat();
  // Repeated until the calls have reached the queue.
  for (let time = 0; time < 20; time += 1) expect(await eve.names()).toEqual([]);
  held.resolve();
  await busy;
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
