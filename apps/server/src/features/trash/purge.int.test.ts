import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FilesEvent } from '#ports/events.ts';
import { createBlobKey, normaliseKey } from '#ports/blob-store.ts';
import { useTree } from '#testing/use-tree.ts';
import { collectBlobs } from './collector.service.ts';
import { createPurger } from './purge.service.ts';

const { server, ada, newcomer, signInAgain } = useTree();

const day = 24 * 60 * 60 * 1000;
const ids = async (): Promise<string[]> =>
  (await server.parts.db.selectFrom('items').select('id').execute()).map(({ id }) => id);
const blobRows = () => server.parts.db.selectFrom('blobs').selectAll().execute();

test('a tree goes in batches, other entries of the trash in it survive', async () => {
  const top = await ada.folder('top');
  const middle = await ada.folder('middle', top);
  const bottom = await ada.folder('bottom', middle);
  for (const folder of [top, middle, bottom]) await ada.files(700, folder);
  const survivor = await ada.folder('survivor', middle);
  const [inside] = await ada.files(3, survivor);
  const file = await ada.file('file', bottom);
  await ada.remove([survivor, file]);
  await ada.remove([top]);
  await ada.remove([top], true);
  // Before the rows are gone as well as afterwards.
  expect((await ada.browse(survivor)).meta).toMatchObject({ total: 3, trashed: true });
  await expect(ada.browse(bottom)).rejects.toThrow('404');
  await server.services.trash.purged();
  expect(await ids()).toHaveLength(5);
  expect(await ada.restore([file, survivor])).toMatchObject({ status: 200 });
  expect(await ada.names()).toEqual(['survivor', 'file']);
  expect((await ada.details(inside ?? file)).meta.ancestors.map(({ name }) => name)).toEqual(['survivor']);
}, 30_000);

test('what another process had begun to delete goes on', async () => {
  const folder = await ada.folder('a');
  await ada.files(1_200, folder);
  const { db, clock, events } = server.parts;
  await server.services.trash.stop();
  await ada.remove([folder], true);
  expect(await ids()).toHaveLength(1_201);

  let batches = 0;
  const dying = createPurger({
    db,
    clock,
    events,
    onError: () => undefined,
    releaseUsage: async () => {
      batches += 1;
      if (batches > 1) throw new Error('the process dies here');
    },
  });
  await expect(dying.finish()).rejects.toThrow('dies here');
  expect(await ids()).toHaveLength(701);

  const released: number[] = [];
  const next = createPurger({
    db,
    clock,
    events,
    onError: () => undefined,
    releaseUsage: async (_trx, ownerId, bytes) => {
      expect([ownerId, Object.keys(bytes)]).toEqual([ada.userId, ['documents']]);
      released.push(bytes.documents ?? 0);
    },
  });
  await next.finish();
  expect(await ids()).toEqual([]);
  // 700 files of two bytes: nothing is released twice, and nothing forgotten.
  expect(released.reduce((sum, bytes) => sum + bytes, 0)).toBe(1_400);
});

test('items of one owner that cannot be deleted keep no others waiting', async () => {
  const eve = await newcomer('eve');
  const [mine, hers] = [await ada.file('mine'), await eve.file('hers')];
  const { db, clock, events } = server.parts;
  await server.services.trash.stop();
  await ada.remove([mine], true);
  await eve.remove([hers], true);
  const purger = createPurger({
    db,
    clock,
    events,
    onError: () => undefined,
    releaseUsage: async (_trx, ownerId) => {
      if (ownerId === ada.userId) throw new Error('her account is broken');
    },
  });
  await expect(purger.finish()).rejects.toThrow('her account is broken');
  expect(await ids()).toEqual([mine.id]);
});

test('storage is told once the room is free', async () => {
  const file = await ada.file('a');
  const told: FilesEvent[] = [];
  server.parts.events.subscribe((event) => {
    if (event.kind === 'files') told.push(event);
  });
  await ada.remove([file], true);
  await server.services.trash.purged();
  expect(told.at(-1)).toMatchObject({ ownerId: ada.userId, storage: true, containers: [] });
});

test('the trash is emptied of what is older than its days', async () => {
  const [old, young] = [await ada.file('old'), await ada.file('young')];
  await ada.remove([old]);
  server.clock.advance(29 * day);
  await ada.call('GET', '/api/user');
  await signInAgain();
  await ada.remove([young]);
  await server.services.sweep();
  expect((await ids()).toSorted()).toEqual([old.id, young.id].toSorted());
  server.clock.advance(day + 1);
  await server.services.sweep();
  expect(await ids()).toEqual([young.id]);
});

test('bytes stay a day after the last item, and go from the disk then', async () => {
  const file = await ada.upload('x.txt', 'some bytes');
  const folder = join(server.dataDir, 'blobs');
  const onDisk = async (): Promise<number> =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      .length;
  expect(await onDisk()).toBe(1);
  await ada.remove([file]);
  await server.services.sweep();
  expect((await blobRows())[0]?.unreferenced_at).toBeNull();

  await ada.remove([file], true);
  await server.services.sweep();
  expect((await blobRows())[0]?.unreferenced_at).toEqual(expect.any(Number));
  expect(await onDisk()).toBe(1);

  server.clock.advance(day + 1);
  await server.services.trash.sweep();
  expect(await blobRows()).toEqual([]);
  expect(await onDisk()).toBe(0);
});

test('a blob that an item refers to again is spared, whatever is written beside it', async () => {
  const { id } = await ada.upload('x.txt', 'some bytes');
  await server.parts.db.updateTable('blobs').set({ unreferenced_at: 1 }).execute();
  await server.services.trash.sweep();
  expect(await blobRows()).toMatchObject([{ unreferenced_at: null }]);
  const cookie = await server.signIn();
  const bytes = await server.app.inject({ url: `/api/files/${id}/content`, headers: { cookie } });
  expect(bytes.body).toBe('some bytes');
});

test('what depends on a blob goes with it, and a store that fails keeps nothing in the database', async () => {
  const { db, clock, blobs } = server.parts;
  const [key, picture] = [createBlobKey(), createBlobKey()];
  for (const each of [key, picture]) {
    const writer = await blobs.stage(each, 0);
    await writer.write(Buffer.from('x'));
    await writer.flush();
    await writer.close();
    await blobs.publish(each, 1);
  }
  const row = { id: 'blob', key, size: 1, sha256: 'ab', crc32: 1, created_at: 1, unreferenced_at: 1 };
  await db.insertInto('blobs').values(row).execute();
  const asked: string[][] = [];
  const collecting = (store: typeof blobs) =>
    collectBlobs({
      db,
      clock,
      blobs: store,
      blobDependants: [
        async (_trx, blobIds) => {
          asked.push([...blobIds]);
          return [picture];
        },
      ],
    });
  const failing = { ...blobs, remove: () => Promise.reject(new Error('the disk is away')) };
  await expect(collecting(failing)).rejects.toThrow('the disk is away');
  expect(asked).toEqual([['blob']]);
  // The bytes are still there, without a row: the daily walk through the store finds them.
  expect(await blobRows()).toEqual([]);
  expect(await blobs.size(normaliseKey(key))).toBe(1);

  await db.insertInto('blobs').values(row).execute();
  await collecting(blobs);
  expect([await blobs.size(normaliseKey(key)), await blobs.size(normaliseKey(picture))]).toEqual([
    undefined,
    undefined,
  ]);
});
