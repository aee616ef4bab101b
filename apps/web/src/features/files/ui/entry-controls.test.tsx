import { QueryClient } from '@tanstack/react-query';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { permission } from '#shared/session/permission.ts';
import { endSelecting, selectionStore } from '../selection/selection.store.ts';
import { selectionOf } from '../selection/selection.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { actionsFor, listingOf } from '../testing/listing.ts';
import { EntryMenuButton, EntryShortcuts } from './entry-controls.tsx';
import { SelectionBar } from './selection-bar.tsx';

const [file, folder] = [entryNamed('a.txt'), entryNamed('folder', { type: 'folder' })];

/** Returns the texts of the buttons: their action or name, and their keyboard shortcut. */
const buttonsOf = async (element: ReactElement) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement('div');
  const root = createRoot(box);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(element));
  return Array.from(box.querySelectorAll('button'), ({ dataset }) => [
    dataset['action'] ?? dataset['tooltip'],
    dataset['shortcut'],
  ]);
};

test.each([file, folder])('every row can be shared and downloaded directly: $type', async (entry) => {
  expect(await buttonsOf(<EntryShortcuts entry={entry} inTrash={false} />)).toEqual([
    ['share', undefined],
    ['download', 'Mod+S'],
  ]);
});

test('guests cannot share', async () => {
  onTestFinished(() => permission.set('master'));
  permission.set('editor');
  expect(await buttonsOf(<EntryShortcuts entry={file} inTrash={false} />)).toEqual([['download', 'Mod+S']]);
});

test('a row in the trash is restored instead', async () => {
  expect(await buttonsOf(<EntryShortcuts entry={folder} inTrash />)).toEqual([['restore', undefined]]);
});

test('icon buttons name their keyboard shortcuts', async () => {
  expect(await buttonsOf(<EntryMenuButton name="a.txt" />)).toEqual([['menu', 'Shift+F10']]);
  onTestFinished(endSelecting);
  selectionStore.set(selectionOf([file, folder]));
  const actions = actionsFor(listingOf([folder, file]), {}, new QueryClient());
  const bar = <SelectionBar meta={metaOf({ folders: 1, files: 1 })} actions={actions} />;
  const iconButtons = (await buttonsOf(bar)).filter(([name]) => name !== undefined);
  expect(iconButtons.map(([, shortcut]) => shortcut)).toEqual(['Escape', 'Shift+F10']);
});
