import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pageQuery, type ListingRef } from './files.queries.ts';
import { folderSource } from './listing-source.ts';
import { entryNamed, metaOf } from './testing/entries.ts';
import { folderServer } from './testing/folder-server.ts';
import { change, renderHook } from './testing/render-hook.tsx';
import { useListing } from './use-listing.ts';

const refOf = (folderId: string | null, field: 'name' | 'size' = 'name'): ListingRef => ({
  source: folderSource(folderId),
  sorting: { field, direction: 'ASC' },
});

test('a folder in another order is still the same folder while its entries load', async () => {
  const calls = folderServer();
  const client = new QueryClient();
  const folder = entryNamed('folder', { type: 'folder' });
  const meta = {
    ...metaOf({ files: 2 }),
    ancestors: [{ id: 'above', name: 'Above', emoji: null, color: null }],
  };
  const entries = [entryNamed('a'), entryNamed('b')];
  client.setQueryData(pageQuery(refOf(folder.id), 0).queryKey, { entries, root: folder, meta });
  const { result, rerender } = await renderHook(client, useListing, refOf(folder.id));
  await rerender(refOf(folder.id, 'size'));
  expect(result.current).toMatchObject({ root: folder, meta, error: null });
  expect(result.current.entryAt(0)).toBeUndefined();

  await change(() => calls[0]?.answer(entries.toReversed()));
  expect(result.current.entryAt(0)?.id).toBe('id-b');
  await rerender(refOf('elsewhere'));
  expect(result.current.meta).toBeUndefined();
});

test('what was visible of one folder is not asked of the next', async () => {
  const calls = folderServer();
  const client = new QueryClient();
  const { result, rerender } = await renderHook(client, useListing, refOf('large'));
  await change(() => result.current.show(9_000, 9_020));
  await rerender(refOf(null));
  expect(calls.map(({ folder, offset }) => [folder, offset])).toEqual([
    ['large', 0],
    ['large', 9_000],
    ['root', 0],
  ]);
});
