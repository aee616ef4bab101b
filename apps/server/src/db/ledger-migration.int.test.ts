import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { createTestDatabase } from '#testing/test-database.ts';

const at = 1_700_000_000_000;
const guest = 'guest:link:visitor';

const insert = async (
  db: Db,
  table: string,
  rows: readonly Readonly<Record<string, string | number | null>>[],
): Promise<void> => {
  for (const row of rows)
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db);
};
const rowsOf = async (db: Db, table: string, order: string) =>
  (
    await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by ${sql.raw(order)}`.execute(
      db,
    )
  ).rows;

/** Fills a database of the version before with an owner, a link, its guest’s changes and an owner’s change. */
const fill = async (db: Db): Promise<void> => {
  const account = { email_key: 'ada', password_hash: '', role: 'admin', color: 'red' };
  await insert(db, 'users', [{ id: 'ada', email: 'ada', ...account, created_at: at, updated_at: at }]);
  const item = { owner_id: 'ada', type: 'folder', size: 0, created_at: at, updated_at: at };
  const trashed = { parent_id: 'root', deleted_at: at + 2 };
  await insert(db, 'items', [
    { ...item, id: 'root', name: 'root', sort_key: 'root' },
    { ...item, id: 'made', name: 'made', sort_key: 'made', parent_id: 'root', emoji: '🎉' },
    { ...item, id: 'new', name: 'doc', sort_key: 'doc', parent_id: 'root' },
    { ...item, id: 'old', name: 'doc', sort_key: 'doc', ...trashed, trashed_by: guest },
    { ...item, id: 'own', name: 'doc', sort_key: 'doc', ...trashed, trashed_by: 'user:ada' },
  ]);
  const share = { id: 'link', token: 'link', owner_id: 'ada', item_id: 'root', permission: 'editor' };
  const seen = { visitors: 1, unseen: 3, last_deed: '5-renamed-entry', notified_until: '3-renamed-entry' };
  await insert(db, 'shares', [{ ...share, ...seen, created_at: at }]);
  await insert(db, 'share_visits', [{ share_id: 'link', visit: 'visitor', number: 1, created_at: at }]);
  // An entry was made a moment after its operation.
  const operation = { owner_id: 'ada', created_at: at - 1 };
  await insert(db, 'operations', [
    { ...operation, id: '3-renamed', kind: 'rename', principal: guest },
    { ...operation, id: '4-moved', kind: 'move', principal: 'user:ada' },
    { ...operation, id: '5-renamed', kind: 'rename', principal: guest },
  ]);
  const changed = { item_id: 'made', name_before: 'a', name_after: 'b' };
  await insert(db, 'operation_items', [
    { ...changed, operation_id: '3-renamed' },
    { ...changed, operation_id: '4-moved' },
    { ...changed, operation_id: '4-moved', item_id: 'new' },
    { ...changed, operation_id: '5-renamed' },
  ]);
  const entry = { share_id: 'link', at, visit: 1, count: 1, to_name: null, reverted_at: null };
  await insert(db, 'share_deeds', [
    {
      ...entry,
      id: '1-created',
      kind: 'created',
      name: 'made',
      item_id: 'made',
      parent_id: 'root',
      emoji: '🎉',
    },
    {
      ...entry,
      id: '2-uploaded',
      kind: 'uploaded',
      name: 'doc',
      item_id: 'new',
      parent_id: 'root',
      replaced_id: 'old',
    },
    {
      ...entry,
      id: '2-uploaded-again',
      kind: 'uploaded',
      name: 'doc',
      item_id: 'new',
      parent_id: 'root',
      replaced_id: 'own',
    },
    { ...entry, id: '3-renamed-entry', kind: 'renamed', name: 'a', to_name: 'b', operation_id: '3-renamed' },
    {
      ...entry,
      id: '4-removed-entry',
      kind: 'removed',
      name: 'x',
      count: 2,
      operation_id: '4-gone',
      reverted_at: at + 9,
    },
    { ...entry, id: '5-renamed-entry', kind: 'renamed', name: 'b', to_name: 'c', operation_id: '5-renamed' },
  ]);
};

test('share activity becomes operations: what was done, what can be undone and what was seen survives', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0024-plain-names');
  await fill(db);
  await migrate(db);
  const own = { owner_id: 'ada', created_at: at, count: 1, to_name: null, reverted_at: null };
  const row = { ...own, principal: guest, share_id: 'link', visit: 1 };
  expect(await rowsOf(db, 'operations', 'id')).toEqual([
    { ...row, id: '1-created', kind: 'create', name: 'made' },
    { ...row, id: '2-uploaded', kind: 'upload', name: 'doc' },
    { ...row, id: '2-uploaded-again', kind: 'upload', name: 'doc' },
    { ...row, id: '3-renamed', kind: 'rename', name: 'a', to_name: 'b' },
    {
      ...own,
      id: '4-moved',
      created_at: at - 1,
      kind: 'move',
      principal: 'user:ada',
      share_id: null,
      visit: null,
      count: 2,
      name: 'a',
    },
    { ...row, id: '4-removed-entry', kind: 'remove', name: 'x', count: 2, reverted_at: at + 9 },
    { ...row, id: '5-renamed', kind: 'rename', name: 'b', to_name: 'c' },
  ]);
  const items = await rowsOf(db, 'operation_items', 'operation_id, item_id');
  expect(items.map((item) => [item['operation_id'], item['item_id'], item['name_after']])).toEqual([
    ['1-created', 'made', 'made'],
    ['2-uploaded', 'new', 'doc'],
    ['2-uploaded', 'old', 'doc'],
    ['2-uploaded-again', 'new', 'doc'],
    ['2-uploaded-again', 'own', 'doc'],
    ['3-renamed', 'made', 'b'],
    ['4-moved', 'made', 'b'],
    ['4-moved', 'new', 'b'],
    ['5-renamed', 'made', 'b'],
  ]);
  expect(items[0]).toMatchObject({ parent_after: 'root', emoji_after: '🎉', deleted_after: null });
  expect(items[2]).toMatchObject({ deleted_before: null, deleted_after: at + 2, trashed_by_after: guest });
  // The owner has deleted this file, so that it is not as a guest left it.
  expect(items[4]).toMatchObject({ deleted_before: null, deleted_after: at, trashed_by_after: null });
  const [share] = await rowsOf(db, 'shares', 'id');
  expect(share).toMatchObject({ unseen: 3, last_operation: '5-renamed', notified_until: '3-renamed' });
  await database.drop();
});

test('texts that an administrator has changed move to the new keys and placeholders', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0024-plain-names');
  const text = { locale: 'de', updated_at: at };
  await insert(db, 'translations', [
    { ...text, key: 'errors.deed.not_found', value: 'Nicht mehr da.' },
    { ...text, key: 'guests.revert_named', value: 'Zurück: {{deed}}' },
  ]);
  await migrate(db);
  expect(await rowsOf(db, 'translations', 'key')).toMatchObject([
    { key: 'errors.share_activity.not_found', value: 'Nicht mehr da.' },
    { key: 'guests.revert_named', value: 'Zurück: {{change}}' },
  ]);
  await database.drop();
});

test('operations that can be undone survive the upgrade that lets the ledger take copies', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0028-modified-at');
  const account = { email_key: 'ada', password_hash: '', role: 'admin', color: 'red' };
  await insert(db, 'users', [{ id: 'ada', email: 'ada', ...account, created_at: at, updated_at: at }]);
  const operation = { owner_id: 'ada', principal: 'user:ada', created_at: at, count: 1, name: 'a' };
  await insert(db, 'operations', [{ ...operation, id: '1', kind: 'move', to_name: 'b', share_id: 'link' }]);
  await insert(db, 'operation_items', [
    { operation_id: '1', item_id: 'x', name_before: 'a', name_after: 'b', deleted_after: 5 },
  ]);
  const ledger = async () => [
    await rowsOf(db, 'operations', 'id'),
    await rowsOf(db, 'operation_items', 'item_id'),
  ];
  const [operations, items = []] = await ledger();
  await migrate(db);
  const contents = { blob_before: null, blob_after: null };
  expect(await ledger()).toEqual([operations, items.map((row) => ({ ...row, ...contents }))]);
  await insert(db, 'operations', [{ ...operation, id: '2', kind: 'copy' }]);
  await expect(insert(db, 'operations', [{ ...operation, id: '3', kind: 'other' }])).rejects.toThrow();
  await database.drop();
});

test('the undo of a creation knows the content that the file was created with, also after an upgrade', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0033-tree-revisions');
  const account = { email_key: 'ada', password_hash: '', role: 'admin', color: 'red' };
  await insert(db, 'users', [{ id: 'ada', email: 'ada', ...account, created_at: at, updated_at: at }]);
  const store = { id: 'disk', kind: 'disk', config: '{}', node_id: 'n', state: 'draining', created_at: at };
  await insert(db, 'stores', [store]);
  const blob = { store_id: 'disk', size: 1, sha256: '', crc32: 0 };
  await insert(db, 'blobs', [
    { ...blob, id: 'created', key: 'a', created_at: at },
    { ...blob, id: 'saved', key: 'b', created_at: at + 1 },
  ]);
  const file = {
    owner_id: 'ada',
    type: 'file',
    size: 1,
    created_at: at,
    modified_at: at,
    category: 'others',
  };
  const named = (id: string) => ({ ...file, id, name: id, sort_key: id, search_key: id });
  await insert(db, 'items', [
    { ...named('left alone'), blob_id: 'created' },
    { ...named('saved since'), blob_id: 'saved' },
    { ...named('a folder'), type: 'folder', size: 0, category: null },
  ]);
  const operation = {
    owner_id: 'ada',
    principal: guest,
    created_at: at,
    count: 1,
    name: 'a',
    share_id: 'link',
  };
  await insert(db, 'operations', [
    { ...operation, id: '1', kind: 'copy' },
    { ...operation, id: '2', kind: 'rename' },
  ]);
  const entry = (operation_id: string, item_id: string) => ({
    operation_id,
    item_id,
    name_before: 'a',
    name_after: 'b',
  });
  await insert(db, 'operation_items', [
    entry('1', 'left alone'),
    entry('1', 'saved since'),
    entry('1', 'a folder'),
    { ...entry('1', 'replaced'), deleted_after: at },
    entry('2', 'left alone'),
  ]);
  await migrate(db);
  expect(await rowsOf(db, 'operation_items', 'operation_id, item_id')).toMatchObject([
    { item_id: 'a folder', blob_after: null },
    { item_id: 'left alone', blob_after: 'created' },
    { item_id: 'replaced', blob_after: null },
    { item_id: 'saved since', blob_after: '' },
    { operation_id: '2', item_id: 'left alone', blob_after: null },
  ]);
  await database.drop();
});
