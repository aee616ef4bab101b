import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Found } from '@holdall/contract/views';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

const filesFound = async (query: string): Promise<string[]> => {
  const answer: unknown = await ada.call('GET', `/api/search?query=${encodeURIComponent(query)}`);
  const { files } = answer as { readonly files: { readonly data: Found[] } };
  return files.data.map((found) => found.data.attributes.name);
};

// PostgreSQL keeps its indexes itself.
test('the index is whole after whatever has happened', async () => {
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
