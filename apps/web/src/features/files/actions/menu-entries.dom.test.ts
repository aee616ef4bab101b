import { afterEach, expect, test } from 'vitest';
import type { Entry } from '../entry.ts';
import { folderSource, latestSource, trashSource } from '../listing/listing-source.ts';
import { entryNamed } from '../testing/entries.ts';
import { actionsFor, listingOf } from '../testing/listing.ts';
import { batchOf } from './batch.ts';
import { clipboardStore } from './clipboard.store.ts';
import { listingMenu } from './menu-entries.tsx';

afterEach(() => clipboardStore.set(undefined));

const ignore = (): void => undefined;
const adding = { onNewFolder: ignore, onNewText: ignore, onUpload: ignore };
const [file, elsewhere] = [entryNamed('a'), folderSource('elsewhere')];

/** Returns the labels of a menu, with a line for each divider. */
const menuOf = (entries: readonly Entry[], source = folderSource(null), parts: object = adding) =>
  listingMenu(actionsFor(listingOf(entries, source), parts)).flatMap(({ id, divided }) =>
    divided ? ['—', id] : [id],
  );

test('the empty area offers New folder, New text file, Upload, Paste, Select all and the sort orders', () => {
  clipboardStore.set({ batch: batchOf([file], { source: elsewhere, isTrash: false }), isCut: true });
  const orders = ['—', 'name', 'size', 'created_at', 'modified_at'];
  expect(menuOf([file])).toEqual(['new_folder', 'new_text', 'upload', 'paste', '—', 'select_all', ...orders]);
});

test('the menu offers only the actions that apply', () => {
  expect(menuOf([])).toEqual(['new_folder', 'new_text', 'upload']);
  expect(menuOf([file], latestSource, {})).toEqual(['select_all']);
  expect(menuOf([file], trashSource(null), {})).toEqual([
    'select_all',
    '—',
    'name',
    'size',
    'deleted_at',
    'created_at',
    'modified_at',
  ]);
  expect(menuOf([], trashSource(null), {})).toEqual([]);
});

test('the current sort order is ticked', () => {
  const menu = listingMenu(actionsFor(listingOf([file])));
  expect(menu.filter(({ checked }) => checked).map(({ id }) => id)).toEqual(['name']);
});
