import { collectionItemsMax } from '@holdall/contract/link-limits';
import type { Config } from '@holdall/contract/settings';
import { beforeEach, expect, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { alerts } from '#shared/ui/alert.ts';
import type { Entry } from '../entry.ts';
import { folderSource, latestSource, sharedSource, trashSource } from '../listing/listing-source.ts';
import { everything, selectionOf, toggled } from '../selection/selection.ts';
import { clearSelection, multiSelect, selectionStore } from '../selection/selection.store.ts';
import { actionServer } from '../testing/action-server.ts';
import { entryNamed } from '../testing/entries.ts';
import { actionsFor, listingOf } from '../testing/listing.ts';
import { batchOf } from './batch.ts';
import { toasts } from '#shared/ui/toast.ts';
import { clipboardStore } from './clipboard.store.ts';
import type { ItemHost } from './item-actions.ts';
import { itemPopup, renaming } from './item-popup.store.ts';
import { itemMenu } from './menu-entries.tsx';

const folder = entryNamed('folder', { type: 'folder' });
const [a, b] = [entryNamed('a.txt'), entryNamed('b.txt')];
const entries = [folder, a, b];

beforeEach(() => {
  clearSelection();
  multiSelect.set(false);
  itemPopup.set(undefined);
  renaming.set(undefined);
  clipboardStore.set(undefined);
  alerts.set([]);
});

const namesOf = (actions: ReturnType<typeof actionsFor>, entry?: Entry) => {
  const batch = actions.batch(entry);
  return batch.all ? 'all' : batch.entries.map(({ attributes }) => attributes.name);
};

test('an action applies to the whole selection if the item is in it, else to the item alone', () => {
  const actions = actionsFor(listingOf(entries));
  selectionStore.set(selectionOf([a, folder]));
  expect(namesOf(actions, a)).toEqual(['a.txt', 'folder']);
  expect(namesOf(actions, b)).toEqual(['b.txt']);
  expect(namesOf(actions)).toEqual(['a.txt', 'folder']);
});

const favourites = { has: () => false, add: () => undefined, remove: () => undefined };
const menuOf = (chosen: readonly Entry[], source = folderSource(null)) => {
  const listing = listingOf(entries, source);
  const actions = actionsFor(listing, { onChooseFolder: () => undefined, favourites });
  const batch = batchOf(chosen, { source, isTrash: source.kind === 'trash' });
  return itemMenu(actions, batch).map(({ id }) => id);
};

test('menus offer the actions that apply; the trash has actions of its own', () => {
  expect(menuOf([folder])).toEqual([
    'open',
    'share',
    'request',
    'favourite',
    'rename',
    'icon',
    'move',
    'copy_to',
    'duplicate',
    'download',
    'details',
    'remove',
  ]);
  expect(menuOf([a])).toEqual([
    'open',
    'share',
    'favourite',
    'rename',
    'move',
    'copy_to',
    'duplicate',
    'download',
    'versions',
    'details',
    'remove',
  ]);
  expect(menuOf([a, folder])).toEqual([
    'share',
    'favourite',
    'move',
    'copy_to',
    'duplicate',
    'download',
    'details',
    'remove',
  ]);
  expect(menuOf([a], latestSource)).toEqual([
    'open',
    'show_in_folder',
    'share',
    'favourite',
    'rename',
    'move',
    'copy_to',
    'duplicate',
    'download',
    'versions',
    'details',
    'remove',
  ]);
  expect(menuOf([a], trashSource(null))).toEqual(['open', 'restore', 'restore_home', 'details', 'erase']);
});

const linked = (entry: Entry, attributes: object): Entry => ({
  ...entry,
  relationships: { shared: { data: { attributes } } as Entry['relationships']['shared'] },
});

test('a shared item offers its link, and guest activity where guests may do something or did', () => {
  const link = { token: 'one', permission: 'visitor', unseen: 0 };
  const links = (entry: Entry, source = folderSource(null)) => menuOf([entry], source).slice(1, 5);
  expect(links(linked(a, link))).toEqual(['share', 'copy_link', 'favourite', 'rename']);
  expect(links(linked(a, { ...link, unseen: 2 }))).toEqual(['share', 'copy_link', 'guests', 'favourite']);
  expect(links(linked(folder, { ...link, permission: 'editor' }))).toEqual([
    'share',
    'copy_link',
    'guests',
    'request',
  ]);
  expect(
    links(linked(folder, { ...link, links: 2, edits: true })),
    'the other link is an editor’s',
  ).toContain('guests');
  expect(links(linked(folder, { ...link, links: 2, edits: false }))).not.toContain('guests');
  expect(menuOf([linked(a, link)], sharedSource).slice(1, 6)).toEqual([
    'show_in_folder',
    'share',
    'copy_link',
    'unshare',
    'favourite',
  ]);
  expect(links(linked(a, link))).not.toContain('show_in_folder');
});

test('several links end together where they are listed, and in no other listing', () => {
  const link = { token: 'one', permission: 'visitor', unseen: 0 };
  const chosen = [linked(a, link), linked(b, link)];
  expect(menuOf(chosen, sharedSource)).toContain('unshare');
  expect(menuOf(chosen)).not.toContain('unshare');
  expect(menuOf([...chosen, folder], sharedSource)).not.toContain('unshare');
});

test('sharing is requested from the screen', () => {
  const onShare = vi.fn<NonNullable<ItemHost['onShare']>>();
  const actions = actionsFor(listingOf(entries), { onShare });
  expect(actions.run('share', actions.batch(a))).toBe(true);
  expect(onShare).toHaveBeenCalledWith('share', [a]);
  expect(actions.run('copy_link', actions.batch(a))).toBe(false);
});

test('a link that the browser does not copy is shown by the screen', async () => {
  const onShare = vi.fn<NonNullable<ItemHost['onShare']>>();
  const shared = linked(a, { token: 'one', permission: 'visitor', unseen: 0 });
  const actions = actionsFor(listingOf([shared]), { onShare });
  putConfig({ host: 'https://files.example.com' } as Config);
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  expect(actions.run('copy_link', actions.batch(shared))).toBe(true);
  await eventually(() => expect(onShare).toHaveBeenCalledWith('refused', [shared]));
  expect(copying).toHaveBeenCalledWith('https://files.example.com/share/one');
});

test('several items are shared as a collection; beyond its limit an alert names the limit', () => {
  const onShareSeveral = vi.fn<NonNullable<ItemHost['onShareSeveral']>>();
  const actions = actionsFor(listingOf(entries), { onShareSeveral });
  const origin = { source: folderSource(null), isTrash: false };
  const several = batchOf([a, folder], origin);
  expect(actions.run('share', several)).toBe(true);
  expect(onShareSeveral).toHaveBeenCalledWith(several);
  const whole = (count: number) => ({ ...origin, all: true, except: new Map(), count }) as const;
  expect(actions.run('share', whole(collectionItemsMax))).toBe(true);
  onShareSeveral.mockClear();
  expect(actions.run('share', whole(collectionItemsMax + 1))).toBe(true);
  expect(onShareSeveral).not.toHaveBeenCalled();
  expect(alerts.get().map(({ message }) => message)).toEqual(['collection.too_many_text']);
});

test('no key asks for a folder to move to: cutting is a separate action', () => {
  const actions = actionsFor(listingOf(entries), { onChooseFolder: () => undefined });
  expect(itemMenu(actions, actions.batch(a)).find(({ id }) => id === 'move')?.shortcut).toBeUndefined();
});

test('an action that is not offered does nothing', () => {
  const actions = actionsFor(listingOf(entries, trashSource(null)));
  const batch = actions.batch(a);
  expect(actions.run('rename', batch)).toBe(false);
  expect(actions.run('cut', batch)).toBe(false);
  expect(renaming.get()).toBeUndefined();
  expect(actions.runDelete(batch)).toBe(true);
  expect(itemPopup.get()).toMatchObject({ kind: 'erase' });
});

const trashed = { ...folder, attributes: { ...folder.attributes, deleted_at: '2026-11-21T10:00:00Z' } };

test.each([
  ['restored', trashSource(folder.id), 1],
  ['restored_home', trashSource(folder.id), 1],
  ['erased', trashSource(folder.id), 1],
  ['erased', folderSource(folder.id), 1],
  ['restored', folderSource(folder.id), 0],
  ['restored_home', folderSource(folder.id), 0],
] as const)('the folder of the trash that is shown is left once it is %s: %o', async (how, source, times) => {
  const calls = actionServer();
  const onGone = vi.fn();
  const listing = { ...listingOf([a, b], source), root: trashed };
  const actions = actionsFor(listing, { onGone });
  const does = (entry: Entry): void => {
    const batch = batchOf([entry], { source, isTrash: true });
    if (how === 'erased') actions.erase(batch);
    else actions.run(how === 'restored' ? 'restore' : 'restore_home', batch);
  };
  actions.run('erase', batchOf([trashed], { source, isTrash: true }));
  expect(itemPopup.get()).toMatchObject({ kind: 'erase' });
  does(a);
  expect(onGone, 'not as long as it is asked about, nor with something in it').not.toHaveBeenCalled();
  does(trashed);
  expect(onGone).toHaveBeenCalledTimes(times);
  await eventually(() => expect(calls).toHaveLength(2));
});

test.each([
  ['restore', false],
  ['restore_home', true],
] as const)('%s is for the whole selection, though most of it was never seen', async (action, toHome) => {
  const calls = actionServer();
  const actions = actionsFor(listingOf(entries, trashSource(null)));
  selectionStore.set(toggled(everything, b));
  actions.run(action, actions.batch(a));
  await eventually(() =>
    expect(calls).toMatchObject([
      {
        path: '/api/trash/restore',
        body: { to_home: toHome, all_of: { id: 'root', in: 'trash', except: [b.id] } },
      },
    ]),
  );
});

test('pasting into the same folder only ends the cut; no items can be pasted into Latest', () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const actions = actionsFor(listingOf(entries));
  expect(actions.runListing('paste')).toBe(false);
  actions.run('cut', actions.batch(a));
  expect(actionsFor(listingOf(entries, latestSource)).runListing('paste')).toBe(false);
  expect(clipboardStore.get()).toBeDefined();
  expect(toasts.get().at(-1)?.message).toBe('cut.done');
  expect(actions.runListing('paste')).toBe(true);
  expect(clipboardStore.get()).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

test('copied items are pasted as often as wanted, also into their own folder', async () => {
  const calls = actionServer();
  const actions = actionsFor(listingOf(entries));
  actions.run('copy', actions.batch(a));
  expect(toasts.get().at(-1)?.message).toBe('copy.done');
  expect(actions.runListing('paste')).toBe(true);
  await eventually(() => expect(calls).toHaveLength(1));
  expect(actionsFor(listingOf([], folderSource(folder.id))).runListing('paste')).toBe(true);
  await eventually(() =>
    expect(calls).toMatchObject([
      { path: '/api/copy', body: { to_id: null, items: [{ id: a.id, type: 'file' }] } },
      { path: '/api/copy', body: { to_id: folder.id, items: [{ id: a.id, type: 'file' }] } },
    ]),
  );
  expect(clipboardStore.get()).toMatchObject({ isCut: false });
});

test('items of one folder are duplicated there; those of several have no such folder', async () => {
  const calls = actionServer();
  const [here, there] = [a, { ...b, attributes: { ...b.attributes, parent_id: 'elsewhere' } }];
  const actions = actionsFor(listingOf([here, there], latestSource));
  const batch = batchOf([here, there], actions.batch());
  expect(actions.run('duplicate', batch)).toBe(false);
  expect(actions.run('duplicate', batchOf([there], batch))).toBe(true);
  await eventually(() =>
    expect(calls).toMatchObject([{ path: '/api/copy', body: { to_id: 'elsewhere', on_conflict: 'refuse' } }]),
  );
});

test('a user who may not download reads why', () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const permission = { canDownload: false, reason: 'Not today.' };
  const actions = actionsFor(listingOf(entries), { permission });
  actions.run('download', actions.batch(folder));
  expect(alerts.get()).toMatchObject([{ message: 'Not today.' }]);
  expect(fetch).not.toHaveBeenCalled();
});

test('multi-select mode begins with the item alone', () => {
  selectionStore.set(selectionOf([b]));
  const actions = actionsFor(listingOf(entries));
  actions.run('select', batchOf([a], actions.batch()));
  expect(multiSelect.get()).toBe(true);
  expect(selectionStore.get()).toEqual(selectionOf([a]));
});
