import type { FilesChanged } from '@holdall/contract/realtime';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { storageKey, treeKey, userKey, versionsKey } from '#shared/api/query-keys.ts';
import type { Entry } from '../entry.ts';
import { itemQuery, pageQuery, type ListingRef } from './files.queries.ts';
import { folderSource, latestSource, trashSource } from '../listing/listing-source.ts';
import { positionQuery } from './position.queries.ts';
import { applyFilesChanged, refreshEverything } from './realtime.events.ts';
import { selectedCount, selectionOf } from '../selection/selection.ts';
import { selectionStore } from '../selection/selection.store.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';

const byName = (id: string | null): ListingRef => ({
  source: folderSource(id),
  sorting: { field: 'name', direction: 'ASC' },
});

const [top, inside] = [byName(null), byName('id-folder')];
const folder = entryNamed('folder', { type: 'folder' });
const file = (name: string, parent: string | null = null): Entry => {
  const entry = entryNamed(name);
  return { ...entry, attributes: { ...entry.attributes, parent_id: parent } };
};

const nothing: FilesChanged = {
  containers: [],
  items: [],
  removed: [],
  trash: false,
  favourites: false,
  tree: false,
  storage: false,
};

const cached = (client: QueryClient, ref: ListingRef, entries: readonly Entry[]) => {
  const folders = entries.filter(({ type }) => type === 'folder').length;
  const meta = metaOf({ folders, files: entries.length - folders });
  const root = ref === inside ? folder : null;
  client.setQueryData(pageQuery(ref, 0).queryKey, { entries, root, meta });
};
const idsIn = (client: QueryClient, ref: ListingRef) =>
  client.getQueryData(pageQuery(ref, 0).queryKey)?.entries.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers();
  selectionStore.set(selectionOf([]));
});
afterEach(() => void vi.useRealTimers());

/** Returns which of the keys are loaded again once the changes have settled. */
const refetched = async (client: QueryClient, keys: Readonly<Record<string, readonly unknown[]>>) => {
  const asked: string[] = [];
  for (const [name, queryKey] of Object.entries(keys)) {
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: () => {
        asked.push(name);
        return null;
      },
      initialData: client.getQueryData(queryKey) ?? {},
      staleTime: Infinity,
    });
    onTestFinished(observer.subscribe(() => undefined));
  }
  return async (): Promise<string[]> => {
    expect(asked, 'no query is refetched immediately').toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    return asked.toSorted();
  };
};

test('an item moved elsewhere leaves one folder and appears in the other, unselected', () => {
  const client = new QueryClient();
  cached(client, top, [folder, file('a'), file('b')]);
  cached(client, inside, [file('z', folder.id)]);
  selectionStore.set(selectionOf([file('a'), file('b')]));
  applyFilesChanged(client, {
    ...nothing,
    containers: [null, folder.id],
    items: [file('a', folder.id)],
    removed: ['id-a'],
  });
  expect(idsIn(client, top)).toEqual(['id-folder', 'id-b']);
  expect(idsIn(client, inside)).toEqual(['id-a', 'id-z']);
  expect(selectionStore.get()).toEqual(selectionOf([file('b')]));
});

test('a renamed item keeps its identity and takes its new position; a repeated event changes nothing', () => {
  const client = new QueryClient();
  cached(client, top, [file('a'), file('b'), file('c')]);
  const renamed = { ...file('a'), attributes: { ...file('a').attributes, name: 'z' } };
  const change = { ...nothing, containers: [null], items: [renamed] };
  applyFilesChanged(client, change);
  applyFilesChanged(client, change);
  expect(idsIn(client, top)).toEqual(['id-b', 'id-c', 'id-a']);
  expect(client.getQueryData(pageQuery(top, 0).queryKey)?.meta.total).toBe(3);
});

test('a new item counts in the row of its folder; one that only got a thumbnail does not', async () => {
  const client = new QueryClient();
  cached(client, top, [folder]);
  const count = () => client.getQueryData(pageQuery(top, 0).queryKey)?.entries[0]?.attributes.items;
  const before = count() ?? 0;
  await vi.advanceTimersByTimeAsync(5_000);
  applyFilesChanged(client, { ...nothing, items: [file('a', folder.id)] });
  expect(count() ?? 0).toBe(before);
  applyFilesChanged(client, { ...nothing, containers: [folder.id], items: [file('b', folder.id)] });
  expect(count()).toBe(before + 1);
});

test('an item that goes to the trash is not added to a folder', () => {
  const client = new QueryClient();
  cached(client, top, [file('a')]);
  const gone = { ...file('a'), attributes: { ...file('a').attributes, deleted_at: '2026-11-21T10:00:00Z' } };
  applyFilesChanged(client, {
    ...nothing,
    containers: [null],
    items: [gone],
    removed: ['id-a'],
    trash: true,
  });
  expect(idsIn(client, top)).toEqual([]);
});

test('listings around a change are refetched, others are not', async () => {
  const client = new QueryClient();
  const elsewhere = byName('elsewhere');
  const below = byName('below');
  const trash: ListingRef = {
    source: trashSource(null),
    sorting: { field: 'deleted_at', direction: 'DESC' },
  };
  const latest: ListingRef = { source: latestSource, sorting: { field: 'created_at', direction: 'DESC' } };
  cached(client, top, [folder]);
  cached(client, inside, []);
  for (const ref of [elsewhere, trash, latest]) cached(client, ref, []);
  client.setQueryData(pageQuery(below, 0).queryKey, {
    entries: [],
    root: entryNamed('below', { type: 'folder' }),
    meta: { ...metaOf({}), ancestors: [{ id: folder.id, name: 'folder', emoji: null, color: null }] },
  });
  const asked = await refetched(client, {
    top: pageQuery(top, 0).queryKey,
    inside: pageQuery(inside, 0).queryKey,
    below: pageQuery(below, 0).queryKey,
    elsewhere: pageQuery(elsewhere, 0).queryKey,
    trash: pageQuery(trash, 0).queryKey,
    latest: pageQuery(latest, 0).queryKey,
    storage: storageKey,
    tree: [...treeKey, 'root', 0],
    user: userKey,
    item: itemQuery('id-x').queryKey,
  });
  applyFilesChanged(client, { ...nothing, containers: [folder.id], storage: true, tree: true });
  expect(await asked()).toEqual(['below', 'inside', 'item', 'latest', 'storage', 'top', 'tree']);
});

test('the tree counts items that enter or leave a folder, but not those at the top', async () => {
  const client = new QueryClient();
  const tree = { tree: [...treeKey, 'root', 0], below: [...treeKey, 'id-other', 0] };
  client.setQueryData(tree.tree, { folders: [{ id: folder.id }], total: 1 });
  client.setQueryData(tree.below, { folders: [{ id: 'elsewhere' }], total: 1 });
  const atTop = await refetched(client, tree);
  applyFilesChanged(client, { ...nothing, containers: [null] });
  expect(await atTop()).toEqual([]);
  const below = await refetched(client, tree);
  applyFilesChanged(client, { ...nothing, containers: [null, folder.id] });
  expect(await below()).toEqual(['tree']);
});

test('a pending first answer may be older than a change: the tree and the storage are requested again', async () => {
  const client = new QueryClient();
  const asked: unknown[] = [];
  const answers: ((data: unknown) => void)[] = [];
  for (const queryKey of [[...treeKey, 'id-other', 0], storageKey]) {
    const queryFn = (): Promise<unknown> => {
      asked.push(queryKey);
      return new Promise((answer) => answers.push(answer));
    };
    onTestFinished(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined));
  }
  applyFilesChanged(client, { ...nothing, containers: [folder.id], storage: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([[...treeKey, 'id-other', 0], storageKey]);
  for (const answer of answers) answer({ folders: [{ id: folder.id }], total: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.slice(2)).toEqual(asked.slice(0, 2));
});

test('the trash and the favourites are refetched when an event names them', async () => {
  const client = new QueryClient();
  const inTrash: ListingRef = {
    source: trashSource('id-folder'),
    sorting: { field: 'created_at', direction: 'DESC' },
  };
  cached(client, inTrash, []);
  const asked = await refetched(client, {
    trash: pageQuery(inTrash, 0).queryKey,
    user: userKey,
    storage: storageKey,
  });
  applyFilesChanged(client, { ...nothing, trash: true, favourites: true });
  expect(await asked()).toEqual(['trash', 'user']);
});

test('the position of an item is loaded again after every change', async () => {
  const client = new QueryClient();
  const asked = await refetched(client, { position: positionQuery(top, 'id-a').queryKey });
  applyFilesChanged(client, { ...nothing, trash: true });
  expect(await asked()).toEqual(['position']);
});

test('a deleted item leaves the exceptions of a selection, so that the count of the rest stays right', () => {
  const client = new QueryClient();
  const [a, b] = [file('a'), file('b')];
  cached(client, top, [a, b, file('c')]);
  selectionStore.set({ all: true, except: new Map([a, b].map((entry) => [entry.id, entry])) });
  applyFilesChanged(client, { ...nothing, containers: [null], removed: [a.id], trash: true });
  const meta = client.getQueryData(pageQuery(top, 0).queryKey)?.meta;
  expect(selectedCount(selectionStore.get(), meta?.total ?? 0)).toBe(1);
});

test.each([
  ['after a silence', refreshEverything],
  [
    'where more has changed than is named',
    (client: QueryClient) => applyFilesChanged(client, { ...nothing, everything: true }),
  ],
])('%s everything visible is refetched', async (_name, refresh) => {
  const client = new QueryClient();
  cached(client, top, []);
  const asked = await refetched(client, {
    top: pageQuery(top, 0).queryKey,
    user: userKey,
    tree: [...treeKey, 'root', 0],
    storage: storageKey,
    item: itemQuery('id-a').queryKey,
    position: positionQuery(top, 'id-a').queryKey,
  });
  refresh(client);
  expect(await asked()).toEqual(['item', 'position', 'storage', 'top', 'tree', 'user']);
});

test('versions are fetched again where an event names folders only, as those to guests do', async () => {
  const client = new QueryClient();
  const asked = await refetched(client, { versions: [...versionsKey, 'id-a'] });
  applyFilesChanged(client, { ...nothing, containers: ['id-folder'] });
  expect(await asked()).toEqual(['versions']);
});

test('an event that names its items leaves the versions of other files as they are', async () => {
  const client = new QueryClient();
  const asked = await refetched(client, { versions: [...versionsKey, 'id-b'] });
  applyFilesChanged(client, { ...nothing, containers: [null], items: [file('a')] });
  expect(await asked()).toEqual([]);
});
