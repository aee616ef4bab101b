import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type BytesByCategory, createTreeLock } from '#features/files/index.ts';
import { createJobsService, type JobsService } from '#features/jobs/index.ts';
import type { FilesEvent } from '#ports/events.ts';
import { createBlobKey, normaliseKey } from '#ports/blob-store.ts';
import { eventually } from '#testing/eventually.ts';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';
import { collectBlobs } from './collector.task.ts';
import { createTrashService, type TrashService } from './trash.service.ts';
import { singleStore } from '#testing/single-store.ts';

const { server, ada, newcomer, signInAgain } = useTree();

const day = 24 * 60 * 60 * 1000;
const ids = async (): Promise<string[]> =>
  (await server.parts.db.selectFrom('items').select('id').execute()).map(({ id }) => id);
const blobRows = () => server.parts.db.selectFrom('blobs').selectAll().execute();

test('a tree is purged in batches, and other entries of the trash inside it survive', async () => {
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
  // Both before and after the rows are gone.
  expect((await ada.browse(survivor)).meta).toMatchObject({ total: 3, trashed: true });
  await expect(ada.browse(bottom)).rejects.toThrow('404');
  await purged(server);
  expect(await ids()).toHaveLength(5);
  expect(await ada.restore([file, survivor])).toMatchObject({ status: 200 });
  expect(await ada.names()).toEqual(['survivor', 'file']);
  expect((await ada.details(inside ?? file)).meta.ancestors.map(({ name }) => name)).toEqual(['survivor']);
}, 60_000);

/** Creates a node that purges on the test's database. */
const createNode = (
  name: string,
  releaseUsage: (ownerId: string, bytes: BytesByCategory) => Promise<void>,
): { readonly jobs: JobsService; readonly trash: TrashService } => {
  const { db, clock } = server.parts;
  const jobs = createJobsService({ db, clock, node: name, onError: (error) => failures.push(error) });
  nodes.push(jobs);
  const trash = createTrashService({
    ...server.parts,
    ...server.services,
    cleanable: () => server.parts.storage.cleanable(),
    isShortOfSpace: async () => false,
    jobs,
    withTreeLock: createTreeLock(db),
    releaseUsage: (_trx, ownerId, bytes) => releaseUsage(ownerId, bytes),
    blobDependants: [],
    onError: (error) => failures.push(error),
  });
  return { jobs, trash };
};
let nodes: JobsService[] = [];
let failures: unknown[] = [];
afterEach(async () => {
  for (const jobs of nodes) await jobs.settled();
  nodes = [];
  failures = [];
});
const openJobs = () =>
  server.parts.db
    .selectFrom('jobs')
    .select(['kind', 'state', 'attempts', 'last_error', 'lane'])
    .where('finished_at', 'is', null)
    .execute();

test('a purge waits as a job, one an account, whatever happens', async () => {
  const eve = await newcomer('eve');
  await ada.remove([await ada.file('a')], true);
  await ada.remove([await ada.file('b')], true);
  await eve.remove([await eve.file('c')]);
  await eve.call('DELETE', '/api/trash/dump');
  const job = { kind: 'purge', state: 'waiting', attempts: 0, last_error: null };
  expect((await openJobs()).toSorted((one, other) => (one.lane < other.lane ? -1 : 1))).toEqual(
    [ada, eve]
      .map(({ userId }) => ({ ...job, lane: userId }))
      .toSorted((one, other) => (one.lane < other.lane ? -1 : 1)),
  );
  expect(await ids()).toHaveLength(3);
  await purged(server);
  expect(await ids()).toEqual([]);
});

test('a purge that another process began continues', async () => {
  const folder = await ada.folder('a');
  await ada.files(1_200, folder);
  await ada.remove([folder], true);
  expect(await ids()).toHaveLength(1_201);

  let batches = 0;
  const dying = createNode('dying', async () => {
    batches += 1;
    if (batches > 1) throw new Error('the process dies here');
  });
  dying.jobs.start();
  await eventually(async () =>
    expect(await openJobs()).toMatchObject([
      { state: 'waiting', attempts: 1, last_error: 'the process dies here' },
    ]),
  );
  const left = (await ids()).length - 1;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(1_200);
  await dying.jobs.settled();

  const released: number[] = [];
  const next = createNode('next', async (ownerId, bytes) => {
    expect([ownerId, Object.keys(bytes)]).toEqual([ada.userId, ['documents']]);
    released.push(bytes.documents ?? 0);
  });
  server.clock.advance(10_000);
  next.jobs.start();
  await eventually(async () => expect(await ids()).toEqual([]));
  // Files of two bytes: nothing is released twice, and nothing is lost.
  expect(released.reduce((sum, bytes) => sum + bytes, 0)).toBe(2 * left);
});

test('items of one owner that cannot be deleted block no other owner', async () => {
  const eve = await newcomer('eve');
  const [mine, hers] = [await ada.file('mine'), await eve.file('hers')];
  await ada.remove([mine], true);
  await eve.remove([hers], true);
  const node = createNode('node', async (ownerId) => {
    if (ownerId === ada.userId) throw new Error('her account is broken');
  });
  node.jobs.start();
  await eventually(async () =>
    expect(await openJobs()).toMatchObject([
      { state: 'waiting', lane: ada.userId, last_error: 'her account is broken' },
    ]),
  );
  expect(await ids()).toEqual([mine.id]);
  // Her later deletions do not wait for long either, and the next sweep adds nothing twice.
  await node.trash.sweep();
  expect(await openJobs()).toHaveLength(1);
});

test('two nodes never purge the same account at once, nor anything twice', async () => {
  const [eve, people] = [await newcomer('eve'), new Map<string, number>()];
  for (const person of [ada, eve]) {
    const folder = await person.folder('a');
    await person.files(1_200, folder);
    await person.remove([folder], true);
  }
  const atWork = new Set<string>();
  const release = async (ownerId: string, bytes: BytesByCategory): Promise<void> => {
    expect(atWork).not.toContain(ownerId);
    atWork.add(ownerId);
    await new Promise((resolve) => setImmediate(resolve));
    atWork.delete(ownerId);
    people.set(ownerId, (people.get(ownerId) ?? 0) + (bytes.documents ?? 0));
  };
  for (const name of ['one', 'other']) createNode(name, release).jobs.start();
  await eventually(async () => expect(await openJobs()).toEqual([]));
  expect(await ids()).toEqual([]);
  expect([...people.values()]).toEqual([2_400, 2_400]);
  expect(failures).toEqual([]);
}, 60_000);

test('an unreachable queue fails no removal: the next sweep or start purges the rest', async () => {
  const { db } = server.parts;
  for (const again of [() => server.services.trash.sweep(), () => server.services.prepare()]) {
    const file = await ada.file('a');
    await db.schema.alterTable('jobs').renameTo('jobs_away').execute();
    expect(await ada.remove([file], true)).toMatchObject({ status: 200, meta: { count: 1 } });
    await db.schema.alterTable('jobs_away').renameTo('jobs').execute();
    expect(await openJobs()).toEqual([]);
    await again();
    await purged(server);
    expect(await ids()).toEqual([]);
  }
});

test('an event reports the storage once the space is free', async () => {
  const file = await ada.file('a');
  const told: FilesEvent[] = [];
  server.parts.events.subscribe((event) => {
    if (event.kind === 'files') told.push(event);
  });
  await ada.remove([file], true);
  await purged(server);
  expect(told.at(-1)).toMatchObject({ ownerId: ada.userId, storage: true, containers: [] });
});

test('entries older than the retention time are removed from the trash', async () => {
  const [old, young] = [await ada.file('old'), await ada.file('young')];
  await ada.remove([old]);
  server.clock.advance(29 * day);
  await ada.call('GET', '/api/user');
  await signInAgain();
  await ada.remove([young]);
  await server.services.sweep();
  await purged(server);
  expect((await ids()).toSorted()).toEqual([old.id, young.id].toSorted());
  server.clock.advance(day + 1);
  await server.services.sweep();
  await purged(server);
  expect(await ids()).toEqual([young.id]);
});

test('bytes stay a day after the last item, and leave the disk then', async () => {
  const file = await ada.upload('x.txt', 'some bytes'.repeat(2_000));
  const folder = join(server.dataDir, 'blobs');
  const onDisk = async (): Promise<number> =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && /^[0-9a-f]{32}$/.test(entry.name),
    ).length;
  expect(await onDisk()).toBe(1);
  await ada.remove([file]);
  await server.services.sweep();
  expect((await blobRows())[0]?.unreferenced_at).toBeNull();

  await ada.remove([file], true);
  await purged(server);
  await server.services.sweep();
  expect((await blobRows())[0]?.unreferenced_at).toEqual(expect.any(Number));
  expect(await onDisk()).toBe(1);

  server.clock.advance(day + 1);
  await server.services.trash.sweep();
  expect(await blobRows()).toEqual([]);
  expect(await onDisk()).toBe(0);
});

test('a blob that an item refers to again is kept, whatever is written beside it', async () => {
  const { id } = await ada.upload('x.txt', 'some bytes');
  await server.parts.db.updateTable('blobs').set({ unreferenced_at: 1 }).execute();
  await server.services.trash.sweep();
  expect(await blobRows()).toMatchObject([{ unreferenced_at: null }]);
  const cookie = await server.signIn();
  const bytes = await server.app.inject({ url: `/api/files/${id}/content`, headers: { cookie } });
  expect(bytes.body).toBe('some bytes');
});

test('records derived from a blob are deleted with it, and a failing store keeps nothing in the database', async () => {
  const { blobs } = server;
  const { db, clock } = server.parts;
  const [key, picture] = [createBlobKey(), createBlobKey()];
  for (const each of [key, picture]) {
    const writer = await blobs.stage(each, 0);
    await writer.write(Buffer.from('x'));
    await writer.flush();
    await writer.close();
    await blobs.publish(each, 1);
  }
  const store = server.storeId;
  const row = {
    id: 'blob',
    store_id: store,
    key,
    size: 1,
    sha256: 'ab',
    crc32: 1,
    created_at: 1,
    unreferenced_at: 1,
  };
  await db.insertInto('blobs').values(row).execute();
  const asked: string[][] = [];
  const collecting = (used: typeof blobs) =>
    collectBlobs({
      db,
      clock,
      cleanable: async () => ({ stores: await singleStore(used, store).inUse(), blockedReason: undefined }),
      isShortOfSpace: async () => false,
      blobDependants: [
        async (_trx, blobIds) => {
          asked.push([...blobIds]);
          return [{ store_id: store, key: picture }];
        },
      ],
    });
  const failing = { ...blobs, trash: () => Promise.reject(new Error('the disk is away')) };
  await expect(collecting(failing)).rejects.toThrow('the disk is away');
  expect(asked).toEqual([['blob']]);
  // The bytes are orphans now: the daily walk through the store finds them.
  expect(await blobRows()).toEqual([]);
  expect(await blobs.size(normaliseKey(key))).toBe(1);

  await db.insertInto('blobs').values(row).execute();
  await collecting(blobs);
  expect([await blobs.size(normaliseKey(key)), await blobs.size(normaliseKey(picture))]).toEqual([
    undefined,
    undefined,
  ]);
});
