import type { ItemRef } from '@holdall/contract/selections';
import { DefaultQueryExecutor } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPostgres } from '#db/dialect.ts';
import { purged } from '#testing/jobs-done.ts';
import { plantVersions } from '#testing/plant-versions.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

/** Items of the copied folder, in two folders below it. */
const half = 1_500;
const whole = 2 * half + 2;

let [folder, inner, to]: ItemRef[] = [];
beforeEach(async () => {
  folder = await ada.folder('folder');
  inner = await ada.folder('inner', folder);
  to = await ada.folder('to');
  await ada.files(half, inner);
  await ada.files(half, await ada.folder('other', folder));
});
afterEach(() => vi.restoreAllMocks());

/** Starts other work when a copy has inserted some of its rows and is about to insert more. */
const duringCopy = (work: () => Promise<unknown>): { readonly done: () => Promise<unknown> } => {
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<
    InstanceType<typeof DefaultQueryExecutor>,
    'executeQuery'
  >;
  const execute = base.executeQuery;
  let inserts = 0;
  let running: Promise<unknown> | undefined;
  vi.spyOn(base, 'executeQuery').mockImplementation(function watched(
    this: InstanceType<typeof DefaultQueryExecutor>,
    query,
    ...rest
  ) {
    if (query.sql.startsWith('insert into items (id, parent_id') && (inserts += 1) === 4) {
      running = work();
      // Its failure is that of `done`, which is called later.
      running.catch(() => undefined);
    }
    return execute.call(this, query, ...rest);
  });
  return {
    done: async () => {
      expect(running).toBeDefined();
      return running;
    },
  };
};
const copy = () => ada.copy([folder ?? { id: '', type: 'folder' }], to ?? null);
const rowsIn = async (): Promise<number> =>
  (await server.parts.db.selectFrom('items').select('id').where('owner_id', '=', ada.userId).execute())
    .length;
/** Expects that nothing is left of copies but those that can be seen. */
const expectItems = async (count: number): Promise<void> => {
  await purged(server);
  expect(await rowsIn()).toBe(count);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
};

test('another person’s rename is answered before a long copy is', async () => {
  const bob = await newcomer('bob');
  const file = await bob.file('x');
  const answered: string[] = [];
  const { done } = duringCopy(async () => {
    expect((await bob.rename(file, { name: 'y' })).status).toBe(200);
    answered.push('rename');
  });
  expect((await copy()).status).toBe(200);
  answered.push('copy');
  await done();
  expect(answered).toEqual(['rename', 'copy']);
});

/** The ids of everything that is stored. */
const storedIds = async (): Promise<string[]> =>
  (await server.parts.db.selectFrom('items').select('id').execute()).map(({ id }) => id);
/** The ids that answers tell. */
const shownIds = async (): Promise<string[]> => {
  const places = ['search?query=file', 'browse/latest', 'browse/trash/root', 'browse/folders/root'];
  const answers = [];
  for (const place of places) answers.push(await ada.call('GET', `/api/${place}`));
  expect(answers.map(({ status }) => status)).toEqual(places.map(() => 200));
  return [...JSON.stringify(answers).matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id);
};

test('a long copy cannot be seen before it is whole', async () => {
  const known = new Set([...(await storedIds()), ada.userId]);
  const { done } = duringCopy(async () => {
    const hidden = (await storedIds()).filter((id) => !known.has(id));
    // On PostgreSQL only the copy's transaction sees them.
    expect(hidden.length > 0).toBe(!isPostgres(server.parts.db));
    for (const id of [hidden.at(0), hidden.at(-1)].filter((one) => one !== undefined))
      expect((await ada.call('GET', `/api/items/${id}`)).status).toBe(404);
    expect((await shownIds()).filter((id) => !known.has(id))).toEqual([]);
    expect((await ada.browse(to)).meta.total).toBe(0);
  });
  const copied = await copy();
  await done();
  expect(copied).toMatchObject({ status: 200, meta: { count: 1, containers: [to?.id] } });
  const [top] = (await ada.browse(to)).folders.data;
  const inside = await ada.browse({ id: top?.data.id ?? '', type: 'folder' });
  expect(inside.folders.data.map(({ data }) => data.attributes.name)).toEqual(['inner', 'other']);
  expect(inside.meta).toMatchObject({ folders: 2, total: 2 });
  expect((await shownIds()).some((id) => !known.has(id))).toBe(true);
  await expectItems(2 * (whole + 1) + 1);
});

test('a long copy is undone like any other, and what is undone frees its bytes when it is deleted', async () => {
  const { done } = duringCopy(async () => server.clock.advance(1));
  const copied = await copy();
  await done();
  const [top] = (await ada.browse(to)).folders.data;
  expect((await ada.undo(copied)).status).toBe(200);
  expect((await ada.browse(to)).meta.total).toBe(0);
  expect((await ada.remove([{ id: top?.data.id ?? '', type: 'folder' }], true)).status).toBe(200);
  await expectItems(whole + 2);
});

test('a long copy in which something was put meanwhile cannot be undone', async () => {
  const copied = await copy();
  const [top] = (await ada.browse(to)).folders.data;
  server.clock.advance(1);
  await ada.file('new', { id: top?.data.id ?? '', type: 'folder' });
  expect((await ada.undo(copied)).code).toBe('operation.stale');
});

test('a copy of a folder that changes meanwhile is the folder as it is at one moment', async () => {
  const { done } = duringCopy(() => ada.file('new', inner));
  expect((await copy()).status).toBe(200);
  await done();
  // On PostgreSQL the file waits for the copy.
  const more = isPostgres(server.parts.db) ? 1 : 2;
  await expectItems(2 * (whole + 1) + 1 + more);
});

test('a folder that is deleted meanwhile is copied whole or not at all', async () => {
  const { done } = duringCopy(() => ada.remove([folder ?? { id: '', type: 'folder' }]));
  const { status } = await copy();
  await done();
  expect([200, 404]).toContain(status);
  await expectItems((status === 200 ? 2 : 1) * (whole + 1) + 1);
});

test('a name that is taken meanwhile refuses the copy, of which nothing is left', async () => {
  const { done } = duringCopy(() => ada.folder('folder', to));
  const copied = await copy();
  await done().catch(() => undefined);
  // On PostgreSQL the new folder waits for the copy, and is refused.
  expect([copied.status, copied.code]).toEqual(
    isPostgres(server.parts.db) ? [200, undefined] : [409, 'item.name_taken'],
  );
  await expectItems(isPostgres(server.parts.db) ? 2 * (whole + 1) + 1 : whole + 3);
});

test('a purge that runs meanwhile leaves a long copy alone', async () => {
  const gone = await ada.file('gone');
  const { done } = duringCopy(async () => {
    await ada.remove([gone], true);
    const before = await storedIds();
    await purged(server);
    const after = new Set(await storedIds());
    expect(before.filter((id) => !after.has(id))).toEqual([gone.id]);
  });
  expect((await copy()).status).toBe(200);
  await done();
  await expectItems(2 * (whole + 1) + 1);
});

test('a long copy that fits only without earlier versions deletes them when it is made, and no sooner', async () => {
  const file = await ada.upload('versions.txt', 'bytes');
  await plantVersions(server, file, [{ replacedAt: server.clock.now() - 1, size: 1_000 }]);
  await saveSettings(server, { subscription_type: 'fixed' });
  const { used = 0 } =
    (await server.parts.db
      .selectFrom('user_storage')
      .select('used')
      .where('user_id', '=', ada.userId)
      .executeTakeFirst()) ?? {};
  await server.services.usage.setCapacity(ada.userId, used + 4 * half - 500);
  expect((await copy()).status).toBe(200);
  expect(await server.parts.db.selectFrom('item_versions').select('id').execute()).toEqual([]);
  await expectItems(2 * (whole + 1) + 2);
});
