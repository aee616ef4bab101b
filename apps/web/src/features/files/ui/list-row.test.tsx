import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { entryNamed } from '../testing/entries.ts';
import { listingOf } from '../testing/listing.ts';
import { ListRow } from './list-row.tsx';

const folder = entryNamed('folder', { type: 'folder' });
const { ref } = listingOf([folder]);

/** The row of a folder in Files, as it is when what is shown there does or does not lie in the trash. */
const rowOf = (inTrash: boolean): Element | null => {
  const states = { selected: false, active: false, compact: false, selecting: false, renaming: false };
  const box = document.createElement('div');
  box.innerHTML = renderToStaticMarkup(
    <ListRow
      {...{ entry: folder, index: 0, id: 'row', inTrash }}
      {...ref}
      {...states}
      cut={false}
      favourite={false}
    />,
  );
  return box.firstElementChild;
};
const has = (row: Element | null, action: string) => row?.querySelector(`[data-action="${action}"]`) !== null;

test('rows of a folder that went to the trash while it is shown are restored, not downloaded, and take nothing', () => {
  const [there, gone] = [rowOf(false), rowOf(true)];
  expect([has(there, 'download'), has(there, 'restore')]).toEqual([true, false]);
  expect([has(gone, 'download'), has(gone, 'restore')]).toEqual([false, true]);
  expect([there, gone].map((row) => row?.hasAttribute('data-drop-folder'))).toEqual([true, false]);
});
