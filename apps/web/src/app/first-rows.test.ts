import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { listingsKey } from '#features/files/files.queries.ts';
import { askForFirstRows } from './first-rows.ts';
import { routeFor } from './router.tsx';

/** What is asked for when the page begins at an address. */
const askedAt = (pathname: string, search = '') => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  askForFirstRows(client, routeFor(pathname), { pathname, search });
  const keys = client
    .getQueryCache()
    .findAll({ queryKey: listingsKey })
    .map(({ queryKey }) => queryKey);
  const calls = fetched.mock.calls.map(([address]) => address);
  fetched.mockRestore();
  return { keys, calls };
};

test('the folder of the address is asked for under the key that its screen looks under', () => {
  expect(askedAt('/platform/files').keys).toEqual([['listing', 'folder', 'root', 'created_at', 'DESC', 0]]);
  expect(askedAt('/platform/files/some-id', '?sort=name').keys).toEqual([
    ['listing', 'folder', 'some-id', 'name', 'ASC', 0],
  ]);
});

test('pages that are no folder ask for none', () => {
  expect(askedAt('/platform/trash')).toEqual({ keys: [], calls: [] });
  expect(askedAt('/')).toEqual({ keys: [], calls: [] });
});
