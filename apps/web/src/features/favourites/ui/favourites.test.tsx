import type { Favourite, User } from '@holdall/contract/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { userQuery } from '#shared/session/session.ts';
import { dropTargetOf } from '#shared/ui/drop-targets.ts';
import { Favourites } from './favourites.tsx';

const folder: Favourite = {
  id: 'trips',
  type: 'folder',
  name: 'Trips',
  emoji: null,
  color: null,
  parent_id: null,
  category: null,
};
const file: Favourite = {
  ...folder,
  id: 'map',
  type: 'file',
  name: 'Map.pdf',
  parent_id: 'trips',
  category: 'documents',
};
const atTop: Favourite = { ...file, id: 'list', name: 'List.txt', parent_id: null };

const rowsOf = async (items: readonly Favourite[]): Promise<HTMLElement[]> => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const user = { data: { relationships: { favourite_items: { data: items } } } } as unknown as User;
  client.setQueryData(userQuery.queryKey, user);
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Favourites current={null} />
      </QueryClientProvider>,
    ),
  );
  onTestFinished(() => act(async () => root.unmount()));
  return [...place.querySelectorAll<HTMLElement>('[role=listitem]')];
};

test('a folder opens, and a file is previewed over the folder that it is in', async () => {
  const rows = await rowsOf([folder, file, atTop]);
  expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
    '/platform/files/trips',
    '/platform/files/trips?preview=map',
    '/platform/files?preview=list',
  ]);
  expect(rows.map((row) => row.querySelector('.file-icon') !== null)).toEqual([false, true, true]);
});

test('items are dropped into a folder; over a file they are dropped among the favourites', async () => {
  const rows = await rowsOf([folder, file]);
  expect(rows.map((row) => dropTargetOf(row)?.place)).toEqual([
    { kind: 'folder', id: 'trips', name: 'Trips' },
    { kind: 'favourites' },
  ]);
});
