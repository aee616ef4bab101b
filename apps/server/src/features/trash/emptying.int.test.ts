import { DefaultQueryExecutor } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();
const count = 3_500;

afterEach(() => vi.restoreAllMocks());

/** Starts other work when an emptying begins to mark entries. */
const duringEmptying = (work: () => Promise<unknown>): { readonly done: () => Promise<unknown> } => {
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
    if (query.sql.startsWith('update "items" set "purged_at"')) running ??= work();
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
  const answered: string[] = [];
  const { done } = duringEmptying(async () => {
    expect((await bob.rename(file, { name: 'y' })).status).toBe(200);
    answered.push('rename');
  });
  expect((await empty()).meta.count).toBe(count);
  answered.push('emptied');
  await done();
  expect(answered).toEqual(['rename', 'emptied']);
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
