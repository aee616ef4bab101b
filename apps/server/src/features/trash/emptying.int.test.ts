import { DefaultQueryExecutor } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { isPostgres } from '#db/dialect.ts';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();
const count = 8_000;

afterEach(() => vi.restoreAllMocks());

/** Starts other work when an emptying begins to mark entries. @param onBatch called with each batch of entries */
const duringEmptying = (
  work: () => Promise<unknown>,
  onBatch: () => void = () => undefined,
): { readonly done: () => Promise<unknown> } => {
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<
    InstanceType<typeof DefaultQueryExecutor>,
    'executeQuery'
  >;
  const execute = base.executeQuery;
  let running: Promise<unknown> | undefined;
  vi.spyOn(base, 'executeQuery').mockImplementation(function watched(
    this: InstanceType<typeof DefaultQueryExecutor>,
    query,
    ...rest
  ) {
    if (query.sql.startsWith('update "items" set "purged_at"')) {
      onBatch();
      running ??= work();
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

const fillTrash = async (): Promise<void> => {
  const folder = await ada.folder('a');
  await ada.files(count, folder);
  const removed = await ada.call('POST', '/api/remove', { all_of: { id: folder.id } });
  expect(removed.meta.count).toBe(count);
};
const empty = () => ada.call('DELETE', '/api/trash/dump');
const trashed = async (): Promise<string[]> => {
  const rows = await server.parts.db
    .selectFrom('items')
    .select('id')
    .where('deleted_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
};

test('another person’s rename is answered before a trash of very many items is empty', async () => {
  const bob = await newcomer('bob');
  const file = await bob.file('x');
  await fillTrash();
  const seen: string[] = [];
  const rename = async (): Promise<void> => {
    expect((await bob.rename(file, { name: 'y' })).status).toBe(200);
    seen.push('rename');
  };
  const { done } = duringEmptying(rename, () => seen.push('batch'));
  expect((await empty()).meta.count).toBe(count);
  await done();
  // On PostgreSQL nothing makes the rename wait, and nothing makes it quick.
  const after = isPostgres(server.parts.db) ? seen.length : seen.lastIndexOf('batch');
  expect(seen.indexOf('rename')).toBeLessThan(after);
  await purged(server);
  expect(await trashed()).toEqual([]);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
});

test('an item that comes into the trash while it is emptied stays there', async () => {
  const late = await ada.file('late');
  await fillTrash();
  server.clock.advance(1);
  const { done } = duringEmptying(() => ada.remove([late]));
  expect((await empty()).meta.count).toBe(count);
  await done();
  await purged(server);
  expect(await trashed()).toEqual([late.id]);
});

test('what is permanently deleted at a time to come is purged when the server starts again, and no sooner', async () => {
  const [hidden, gone] = [await ada.folder('hidden'), await ada.file('gone')];
  await ada.files(10, hidden);
  await ada.remove([hidden]);
  const { db } = server.parts;
  const purgedAt = server.clock.now() + 1_000;
  await db.updateTable('items').set({ purged_at: purgedAt }).where('id', '=', hidden.id).execute();
  await ada.remove([gone], true);
  await purged(server);
  expect(await trashed()).toEqual([hidden.id]);
  await server.services.trash.sweep();
  await purged(server);
  expect(await trashed()).toEqual([hidden.id]);
  await server.services.trash.resume();
  await purged(server);
  expect(await db.selectFrom('items').select('id').execute()).toEqual([]);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
});
