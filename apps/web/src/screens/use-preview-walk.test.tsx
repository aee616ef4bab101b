import { pageSize } from '@holdall/contract/listing-order';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pageQuery } from '#features/files/cache/files.queries.ts';
import { trashSource } from '#features/files/listing/listing-source.ts';
import { actionServer } from '#features/files/testing/action-server.ts';
import { entryNamed, metaOf } from '#features/files/testing/entries.ts';
import { listingOf } from '#features/files/testing/listing.ts';
import { renderHook } from '#features/files/testing/render-hook.tsx';
import { change } from '#shared/testing/page.tsx';
import { usePreviewWalk } from './use-preview-walk.ts';

const [a, b, c] = [entryNamed('a'), entryNamed('b'), entryNamed('c')];

/** Walks over the trash with `a` and `c` left in it, from the file of `id`; the server tells where that is. */
const walkFrom = async (id: string, position: number | null) => {
  const calls = actionServer();
  const client = new QueryClient();
  const listing = listingOf([a, c], trashSource(null));
  const { meta } = listing;
  if (!meta) throw new Error('The listing is loaded.');
  client.setQueryData(pageQuery(listing.ref, 0).queryKey, { entries: [a, c], root: null, meta });
  const { result } = await renderHook(client, (item: string) => usePreviewWalk(listing, item), id);
  const page = { root: null, folders: { data: [] }, files: { data: [] } };
  await change(() => calls[0]?.answer({ ...page, meta: { ...meta, position } }));
  return { walk: result.current, asked: calls.map(({ path }) => path) };
};

test('a file of the listing stands at its place among the others', async () => {
  const { walk, asked } = await walkFrom(c.id, null);
  expect(walk).toMatchObject({ position: 1, total: 2 });
  expect(walk.at(1)).toBe(c);
  expect(asked).toEqual([]);
});

test.each([
  ['where another one stands', 1],
  ['behind the last one', 2],
  ['nowhere', null],
])('a file that has just left stands nowhere, though the server still tells it %s', async (_where, told) => {
  const { walk, asked } = await walkFrom(b.id, told);
  expect(walk).toMatchObject({ position: undefined, total: undefined });
  expect(asked).toEqual(['/api/browse/trash/root']);
});

test('a step to a file of a page that is not loaded asks for that page', async () => {
  const calls = actionServer();
  const client = new QueryClient();
  const listed = listingOf([a]);
  const meta = metaOf({ files: pageSize + 1 });
  const listing = { ...listed, meta };
  client.setQueryData(pageQuery(listing.ref, 0).queryKey, { entries: [a], root: null, meta });
  const { result } = await renderHook(client, (item: string) => usePreviewWalk(listing, item), a.id);
  await change(() => result.current.go(pageSize));
  expect(calls.map(({ path }) => path)).toEqual(['/api/browse/folders/root']);
  const answer = { root: null, folders: { data: [] }, files: { data: [{ data: b }] } };
  await change(() => calls[0]?.answer({ ...answer, meta: { ...meta, offset: pageSize } }));
  expect(new URLSearchParams(location.search).get('preview')).toBe(b.id);
});
