import type { ItemRef } from '@holdall/contract/selections';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { skipItemNumbers } from '#db/item-numbers.ts';
import { migrate } from '#db/migrate.ts';
import type { Db } from '#db/database.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

const numbersOf = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ number: number }>`select number from items order by number`.execute(db);
  return rows.map(({ number }) => number);
};
const numberOf = async (item: ItemRef): Promise<number> =>
  (await ada.details(item)).data.attributes.number ?? 0;

test('each item has a number of its own, which its details tell', async () => {
  const { db } = server.parts;
  await ada.folders(600, null);
  const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => ada.folder(name)));
  await ada.file('file', made[0]);
  await ada.upload('upload', 'bytes');
  const numbers = await numbersOf(db);
  expect(new Set(numbers).size).toBe(606);
  expect(Math.min(...numbers)).toBeGreaterThan(0);
  expect(await numberOf(await ada.folder('last'))).toBe(Math.max(...(await numbersOf(db))));
});

test('guests do not learn how many items there are', async () => {
  const file = await ada.file('file');
  const link: unknown = await ada.call('POST', '/api/share', file);
  const { data } = link as { data: { attributes: { token: string } } };
  const { body } = await server.app.inject(`/api/items/${file.id}/${data.attributes.token}`);
  expect(body).toContain(file.id);
  expect(body).not.toContain('"number"');
});

test('the number of a deleted item is not used again', async () => {
  const { db } = server.parts;
  const gone = await ada.folder('gone');
  const number = await numberOf(gone);
  await ada.remove([gone], true);
  await sql`delete from items`.execute(db);
  const [planted] = await ada.folders(1, null);
  const made = await ada.folder('made');
  expect(await numberOf(planted ?? made)).toBeGreaterThan(number);
  expect(await numberOf(made)).toBeGreaterThan(await numberOf(planted ?? made));
});

test('an item keeps its number where it is renamed, moved, deleted and restored', async () => {
  const [folder, file] = [await ada.folder('folder'), await ada.file('file')];
  const number = await numberOf(file);
  await ada.rename(file, { name: 'renamed' });
  await ada.move([file], folder);
  await ada.remove([file]);
  await ada.restore([file]);
  expect(await numberOf(file)).toBe(number);
});

test('a restored installation gives no number that may have been given since its backup', async () => {
  const { db } = server.parts;
  const now = 1_800_000_000_000;
  await ada.folder('before');
  await skipItemNumbers(db, now);
  const after = await numberOf(await ada.folder('after'));
  expect(after).toBe(now * 1_000);
  // A second restore by a clock that is slow does not go back.
  await skipItemNumbers(db, 0);
  expect(await numberOf(await ada.folder('again'))).toBeGreaterThan(after);
  expect(Number.isSafeInteger(after)).toBe(true);
});

test('items of the version before get numbers', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0028-modified-at');
  const insert = (id: string) => sql`
    insert into items (id, owner_id, type, name, sort_key, created_at, modified_at)
    values (${id}, 'ada', 'folder', ${id}, ${id}, 1, 1)`;
  await sql`insert into users (id, email, email_key, password_hash, role, color, created_at, updated_at)
    values ('ada', 'ada@example.com', 'ada@example.com', 'hash', 'admin', 'red', 1, 1)`.execute(db);
  for (const id of ['one', 'two', 'three']) await insert(id).execute(db);
  await migrate(db);
  expect(await numbersOf(db)).toEqual([1, 2, 3]);
  await insert('four').execute(db);
  expect(await numbersOf(db)).toEqual([1, 2, 3, 4]);
  await database.drop();
});
