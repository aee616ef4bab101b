import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { change } from '#shared/testing/page.tsx';
import { pageQuery, type ListingRef } from '../cache/files.queries.ts';
import { folderSource } from './listing-source.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { actionServer } from '../testing/action-server.ts';
import { folderServer } from '../testing/folder-server.ts';
import { renderHook } from '../testing/render-hook.tsx';
import { useListing } from './use-listing.ts';

const refOf = (folderId: string | null, field: 'name' | 'size' = 'name'): ListingRef => ({
  source: folderSource(folderId),
  sorting: { field, direction: 'ASC' },
});

test('a folder in another order keeps its name and counts while its entries load', async () => {
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

test('a folder that is deleted forever elsewhere is gone, however much of it was loaded', async () => {
  const calls = actionServer();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const folder = entryNamed('folder', { type: 'folder' });
  const page = { entries: [entryNamed('a')], root: folder, meta: metaOf({ files: 1 }) };
  const { queryKey } = pageQuery(refOf(folder.id), 0);
  client.setQueryData(queryKey, page);
  const { result } = await renderHook(client, useListing, refOf(folder.id));
  await change(() => void client.invalidateQueries({ queryKey }));
  await change(() => calls[0]?.answer({ code: 'server.failed', message: '', status: 500 }, 500));
  expect(result.current, 'a failure leaves what is known').toMatchObject({ meta: page.meta, error: null });
  await change(() => void client.invalidateQueries({ queryKey }));
  await change(() => calls[1]?.answer({ code: 'item.not_found', message: '', status: 404 }, 404));
  expect(result.current).toMatchObject({ meta: undefined, root: null, error: { status: 404 } });
  expect(result.current.entryAt(0)).toBeUndefined();
});

test('the visible pages of one folder are not requested of the next', async () => {
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
