import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Found } from '@holdall/contract/listings';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';
import { findWithFts } from './fts.repo.ts';

const { server, ada } = useTree();

const filesFound = async (query: string): Promise<string[]> => {
  const answer: unknown = await ada.call('GET', `/api/search?query=${encodeURIComponent(query)}`);
  const { files } = answer as { readonly files: { readonly data: Found[] } };
  return files.data.map((found) => found.data.attributes.name);
};

// PostgreSQL filters everything that its index lists.
test('a filter that has not checked every name reports it', async () => {
  await ada.upload('an old file of the harbour.jpg', Buffer.from('ffd8ffe000104a46494600', 'hex'));
  await ada.files(30, null);
  const find = (reads: number) =>
    findWithFts(server.parts.db, reads)(
      { ownerId: ada.userId, type: 'file', filter: { category: 'images' } },
      { groups: [[['file']]], accepts: (key) => key.includes('file'), want: 10 },
    );
  const outcome = async (reads: number) => {
    const { candidates, complete } = await find(reads);
    return { found: candidates.length, complete };
  };
  expect(await outcome(30)).toEqual({ found: 0, complete: [] });
  expect(await outcome(32)).toEqual({ found: 1, complete: ['file'] });
});

// PostgreSQL maintains its indexes itself.
test('the index is complete after any operation', async () => {
  const folder = await ada.folder('one');
  const [first] = await ada.files(20, folder);
  if (first !== undefined) await ada.rename(first, { name: 'something else' });
  await ada.remove([folder], true);
  await purged(server);
  await sql`insert into search_index (search_index, rank) values ('integrity-check', 1)`.execute(
    server.parts.db,
  );
  expect(await filesFound('file')).toEqual([]);
});
