import { firstRowsAddress } from '@holdall/contract/first-rows';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { listingsKey } from '#features/files/cache/files.queries.ts';
import { askForFirstRows } from './first-rows.ts';
import { routeFor } from './router.tsx';

/** Returns the requests that a page makes first for an address. */
const askedAt = async (pathname: string, search = '') => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await askForFirstRows(client, routeFor(pathname), { pathname, search });
  const keys = client
    .getQueryCache()
    .findAll({ queryKey: listingsKey })
    .map(({ queryKey }) => queryKey);
  const calls = fetched.mock.calls.map(([address]) => address);
  fetched.mockRestore();
  return { keys, calls };
};

test('the folder of the address is asked for under the key that its screen looks under', async () => {
  expect((await askedAt('/platform/files')).keys).toEqual([
    ['listing', 'folder', 'root', 'created_at', 'DESC', 0],
  ]);
  expect((await askedAt('/platform/files/some-id', '?sort=name')).keys).toEqual([
    ['listing', 'folder', 'some-id', 'name', 'ASC', 0],
  ]);
});

const id = '01900000-0000-7000-8000-0123456789ab';

test.each([
  ['/platform/files', ''],
  ['/platform/files/', '?preview=1'],
  [`/platform/files/${id}`, '?sort=name'],
  [`/platform/files/${id}/`, '?dir=ASC&sort=size'],
  [`/platform/files/${id}`, '?sort=deleted_at&dir=sideways'],
  [`/platform/files/${id}`, '?sort=%22%3E%3Cscript%3E'],
])('the page’s head asks for what its scripts ask for: %s%s', async (pathname, search) => {
  expect((await askedAt(pathname, search)).calls).toEqual([firstRowsAddress(pathname, search)]);
});

test('the page’s head asks for no folder that the server has not named', () => {
  for (const path of ['/platform/files/some-id', '/platform/files/x/y', '/platform/trash', '/'])
    expect(firstRowsAddress(path, '')).toBeUndefined();
});

test('pages that are no folder ask for none', async () => {
  expect(await askedAt('/platform/trash')).toEqual({ keys: [], calls: [] });
  expect(await askedAt('/')).toEqual({ keys: [], calls: [] });
});
