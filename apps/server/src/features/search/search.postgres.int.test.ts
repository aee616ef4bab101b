import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Found } from '@holdall/contract/listings';
import { plantItems } from '#testing/plant-items.ts';
import { useTree } from '#testing/use-tree.ts';
import { findWithTrigrams } from './trigram-search.ts';

const { server, ada } = useTree();

const filesFound = async (query: string): Promise<string[]> => {
  const answer: unknown = await ada.call('GET', `/api/search?query=${encodeURIComponent(query)}`);
  const { files } = answer as { readonly files: { readonly data: Found[] } };
  return files.data.map((found) => found.data.attributes.name);
};

// SQLite counts the names that it reads.
test('a bounded number of names is scanned for text that no index covers', async () => {
  for (const name of ['100%%%', '🎉🎉🎉.jpg', 'abc']) await ada.file(name);
  const find = findWithTrigrams(server.parts.db);
  const scope = { ownerId: ada.userId, type: 'file', filter: {} } as const;
  const answerTo = async (...pieces: string[]) => {
    const accepts = (key: string) => pieces.every((piece) => key.includes(piece));
    const { candidates, complete } = await find(scope, { groups: [[pieces]], accepts, want: 10 });
    return { found: candidates.length, complete: complete.length > 0 };
  };
  expect(await answerTo('%%%')).toEqual({ found: 1, complete: true });
  expect(await answerTo('🎉🎉🎉')).toEqual({ found: 1, complete: true });
  expect(await answerTo('abc')).toEqual({ found: 1, complete: true });
  // As if the account had more files than a scan reads.
  await sql`update item_totals set files = 20001 where user_id = ${ada.userId}`.execute(server.parts.db);
  expect(await answerTo('%%%')).toEqual({ found: 1, complete: false });
  await sql`update item_totals set files = 3 where user_id = ${ada.userId}`.execute(server.parts.db);
  expect(await filesFound('%%%')).toEqual(['100%%%']);
  expect(await filesFound('🎉🎉🎉')).toEqual(['🎉🎉🎉.jpg']);
});

// SQLite's index lists matches one by one, newest first.
test('a name that very many older files have is found without the index, which would list them all first', async () => {
  const { db } = server.parts;
  const [now, day] = [server.clock.now(), 86_400_000];
  const plant = async (age: number, count: number) => {
    const parent = await ada.folder(`age ${age}`);
    const planted = { ownerId: ada.userId, parent, type: 'file', count, now: now - age * day } as const;
    return plantItems(db, planted);
  };
  for (const age of [8, 7, 6, 5, 4, 3, 2, 1]) await plant(age, 300);
  await plant(0, 2_100);
  // Folders are created at any time, equal ones too; each time begins a range.
  await sql`update items set created_at = ${now} where created_at > ${now - day}`.execute(db);
  await sql`update items set search_key = replace(search_key, 'file', 'note') where created_at = ${now}`.execute(
    db,
  );
  await sql`analyze items`.execute(db);
  const scope = { ownerId: ada.userId, type: 'file', filter: {} } as const;
  const indexQuery = { groups: [[['file']]], accepts: (key: string) => key.includes('file'), want: 150 };
  const found = async (manyFiles: number) => {
    const { candidates, complete } = await findWithTrigrams(db, manyFiles)(scope, indexQuery);
    const ids = candidates.map(({ id }) => id);
    const rows = await db.selectFrom('items').select('created_at').where('id', 'in', ids).execute();
    const ages = new Set(rows.map((row) => (now - row.created_at) / day));
    return { count: new Set(ids).size, complete, ages: [...ages].toSorted((one, other) => one - other) };
  };
  expect(await found(1_000)).toEqual({ count: 150, complete: [], ages: [1, 5] });
  // The index lists rows roughly in the order of the table: a row fills the rest of an earlier page.
  const byIndex = await found(10_000);
  expect(byIndex).toMatchObject({ count: 151, complete: [] });
  expect(byIndex.ages).toContain(8);
});

test('items newer than the statistics are found nevertheless', async () => {
  await sql`analyze items`.execute(server.parts.db);
  const find = findWithTrigrams(server.parts.db, 0);
  const indexQuery = { groups: [[['file']]], accepts: () => true, want: 2 };
  const scope = { ownerId: ada.userId, type: 'file', filter: {} } as const;
  expect(await find(scope, indexQuery)).toEqual({ candidates: [], complete: ['file'] });
  const files = await ada.files(3, null);
  const { candidates, complete } = await find(scope, indexQuery);
  expect(candidates).toHaveLength(2);
  expect(files.map(({ id }) => id)).toEqual(expect.arrayContaining(candidates.map(({ id }) => id)));
  expect(complete).toEqual([]);
});
