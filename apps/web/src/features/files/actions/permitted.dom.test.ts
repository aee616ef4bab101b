import { afterEach, beforeEach, expect, test } from 'vitest';
import { setFilesPlace } from '#shared/paths/paths.ts';
import { permission } from '#shared/session/permission.ts';
import type { Entry } from '../entry.ts';
import { folderSource } from '../listing/listing-source.ts';
import { selectionOf } from '../selection/selection.ts';
import { clearSelection, selectionStore } from '../selection/selection.store.ts';
import { entryNamed } from '../testing/entries.ts';
import { actionsFor, listingOf } from '../testing/listing.ts';
import { batchOf } from './batch.ts';
import { clipboardStore } from './clipboard.store.ts';
import { itemMenu } from './menu-entries.tsx';

const ignore = (): void => undefined;
const shared = entryNamed('shared', { type: 'folder' });
const [folder, file] = [entryNamed('folder', { type: 'folder' }), entryNamed('a.txt')];
const source = folderSource(shared.id);

const guestActions = (chosen: readonly Entry[] = []) => {
  selectionStore.set(selectionOf(chosen));
  return actionsFor(listingOf([folder, file], source), { onChooseFolder: ignore });
};
const menuOf = (...chosen: readonly Entry[]) =>
  itemMenu(guestActions(), batchOf(chosen, { source, isTrash: false })).map(({ id }) => id);

beforeEach(() =>
  setFilesPlace({
    path: '/share/token/files',
    top: { id: shared.id, name: 'shared', emoji: null, color: null, items: 0 },
  }),
);
afterEach(() => {
  permission.set('master');
  setFilesPlace({ path: '/platform/files', top: undefined });
  clearSelection();
  clipboardStore.set(undefined);
});

test('visitors view and download', () => {
  permission.set('visitor');
  expect(menuOf(folder)).toEqual(['open', 'download', 'details']);
  expect(menuOf(file, folder)).toEqual(['download', 'details']);
  expect(menuOf(file)).toEqual(['open', 'download', 'details']);
});

test('editors change the contents, and neither share nor keep them', () => {
  permission.set('editor');
  expect(menuOf(folder)).toEqual([
    'open',
    'rename',
    'icon',
    'move',
    'copy_to',
    'duplicate',
    'download',
    'details',
    'remove',
  ]);
  expect(menuOf(file)).toEqual([
    'open',
    'rename',
    'move',
    'copy_to',
    'duplicate',
    'download',
    'versions',
    'details',
    'remove',
  ]);
});

test('only its owner can change the shared item itself', () => {
  permission.set('editor');
  expect(menuOf(shared)).toEqual(['open', 'download', 'details']);
});

test('neither keys nor buttons run an action that is not offered', () => {
  permission.set('visitor');
  const actions = guestActions([file]);
  const batch = actions.batch();
  for (const action of [
    'rename',
    'move',
    'cut',
    'copy',
    'copy_to',
    'duplicate',
    'remove',
    'erase',
    'icon',
  ] as const)
    expect([action, actions.run(action, batch)]).toEqual([action, false]);
  expect(clipboardStore.get()).toBeUndefined();
  expect(actions.runDelete(batch)).toBe(false);
  expect(actions.runListing('undo')).toBe(false);
  expect(actions.run('details', batch)).toBe(true);
  permission.set('editor');
  expect(actions.run('cut', batch)).toBe(true);
  expect(actions.run('erase', batch), 'nothing is deleted for good').toBe(false);
});
