import { expect, test } from 'vitest';
import type { Found } from '@holdall/contract/views';
import { useTree } from '#testing/use-tree.ts';
import { findWithTrigrams } from './trigram.repo.ts';

const { server, ada } = useTree();

const filesFound = async (query: string): Promise<string[]> => {
  const answer: unknown = await ada.call('GET', `/api/search?query=${encodeURIComponent(query)}`);
  const { files } = answer as { readonly files: { readonly data: Found[] } };
  return files.data.map((found) => found.data.attributes.name);
};

// SQLite counts the names that it reads.
test('of what no index knows a bounded number of names is looked through', async () => {
  for (const name of ['100%%%', '🎉🎉🎉.jpg', 'abc']) await ada.file(name);
  const find = findWithTrigrams(server.parts.db);
  const scope = { ownerId: ada.userId, type: 'file' } as const;
  const answerTo = async (...pieces: string[]) => {
    const accepts = (key: string) => pieces.every((piece) => key.includes(piece));
    const { candidates, complete } = await find(scope, { groups: [[pieces]], accepts, want: 10 });
    return { found: candidates.length, complete };
  };
  expect(await answerTo('%%%')).toEqual({ found: 1, complete: false });
  expect(await answerTo('🎉🎉🎉')).toEqual({ found: 1, complete: false });
  expect(await answerTo('abc')).toEqual({ found: 1, complete: true });
  expect(await filesFound('%%%')).toEqual(['100%%%']);
  expect(await filesFound('🎉🎉🎉')).toEqual(['🎉🎉🎉.jpg']);
});
