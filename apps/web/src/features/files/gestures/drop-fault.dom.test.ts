import { afterEach, expect, test } from 'vitest';
import { dropTargetOf, folderTarget, placeTarget, type DropTarget } from '#shared/ui/drop-targets.ts';
import { batchOf, type Batch } from '../actions/batch.ts';
import type { Entry } from '../entry.ts';
import { folderSource, latestSource, trashSource, type ListingSource } from '../listing/listing-source.ts';
import { entryNamed } from '../testing/entries.ts';
import { takes, type Drag } from './drop-fault.ts';

afterEach(() => document.body.replaceChildren());

const within = (entry: Entry, parent: string | null): Entry => ({
  ...entry,
  attributes: { ...entry.attributes, parent_id: parent },
});
const folder = entryNamed('folder', { type: 'folder' });
const file = entryNamed('file');
const home = folderSource(null);
const batch = (entries: readonly Entry[], source: ListingSource = home): Batch =>
  batchOf(entries, { source, isTrash: source.kind === 'trash' });
const everything = (source: ListingSource): Batch => ({
  source,
  isTrash: false,
  all: true,
  except: new Map(),
  count: 3,
});

const dragOf = (dragged: Batch, how: Partial<Drag> = {}): Drag => ({
  batch: dragged,
  canFavourite: true,
  copies: false,
  ...how,
});

/** Returns the innermost of nested elements that represent these drop targets. */
const target = (...places: readonly Readonly<Record<string, string>>[]): DropTarget => {
  let element: HTMLElement = document.body;
  for (const attributes of places) {
    element = element.appendChild(document.createElement('div'));
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  }
  return dropTargetOf(element) ?? expect.fail('no target');
};
const [top, other, itself] = [
  folderTarget(null, 'Home'),
  folderTarget('other', 'Other'),
  folderTarget(folder.id, 'folder'),
];

test.each<[string, DropTarget['place']['kind'], { readonly dragged: Batch; readonly taken: boolean }]>([
  ['a file', 'folder', { dragged: batch([file]), taken: true }],
  ['folders and files', 'folder', { dragged: batch([folder, file]), taken: true }],
  ['an item that is already there', 'folder', { dragged: batch([within(file, 'other')]), taken: false }],
  [
    'some items that are already there',
    'folder',
    { dragged: batch([within(file, 'other'), folder], latestSource), taken: true },
  ],
  ['everything of that folder', 'folder', { dragged: everything(folderSource('other')), taken: false }],
  ['everything of another one', 'folder', { dragged: everything(home), taken: true }],
  ['an item of the trash', 'folder', { dragged: batch([file], trashSource(null)), taken: false }],
  ['a file', 'trash', { dragged: batch([file]), taken: true }],
  ['everything', 'trash', { dragged: everything(home), taken: true }],
  ['an item of the trash', 'trash', { dragged: batch([file], trashSource(null)), taken: false }],
  ['a folder among files', 'favourites', { dragged: batch([file, folder]), taken: true }],
  ['a file', 'favourites', { dragged: batch([file]), taken: true }],
  ['a file of the trash', 'favourites', { dragged: batch([file], trashSource(null)), taken: false }],
  ['everything, of which most is not known', 'favourites', { dragged: everything(home), taken: false }],
])('%s over %s', (_name, kind, { dragged, taken }) => {
  const place = kind === 'folder' ? target(other) : target(placeTarget(kind));
  expect(takes(place, dragOf(dragged))).toBe(taken);
});

test('an item at the top cannot be dropped on the top, nor a folder into itself or a subfolder', () => {
  expect(takes(target(top), dragOf(batch([file])))).toBe(false);
  expect(takes(target(itself), dragOf(batch([file])))).toBe(true);
  expect(takes(target(itself), dragOf(batch([folder, file])))).toBe(false);
  expect(takes(target(itself, other), dragOf(batch([folder])))).toBe(false);
});

test('a copy goes where its original is, but not into itself', () => {
  const copying = (...entries: readonly Entry[]) => dragOf(batch(entries), { copies: true });
  expect(takes(target(top), copying(file, folder))).toBe(true);
  expect(takes(target(itself), copying(folder))).toBe(false);
  expect(takes(target(itself, other), copying(folder))).toBe(false);
  expect(takes(target(top), dragOf(batch([file], trashSource(null)), { copies: true }))).toBe(false);
});

test('a user who may keep no favourites cannot drop any', () => {
  expect(takes(target(placeTarget('favourites')), dragOf(batch([folder]), { canFavourite: false }))).toBe(
    false,
  );
});
