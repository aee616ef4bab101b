import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { followPointer } from '../listing/pointed-row.ts';
import { entryNamed } from '../testing/entries.ts';
import { listingOf } from '../testing/listing.ts';
import type { EntryProps } from './entry-props.ts';
import { ListRow } from './list-row.tsx';

const folder = entryNamed('folder', { type: 'folder' });
const { ref } = listingOf([folder]);

/** Returns the row of a folder in Files, inside or outside the trash. */
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

test('rows of a folder that is trashed while it is shown offer restore instead of download, and accept no drops', () => {
  const [there, gone] = [rowOf(false), rowOf(true)];
  expect([has(there, 'download'), has(there, 'restore')]).toEqual([true, false]);
  expect([has(gone, 'download'), has(gone, 'restore')]).toEqual([false, true]);
  expect([there, gone].map((row) => row?.hasAttribute('data-drop-folder'))).toEqual([true, false]);
});

test('the size of a folder is the number of its items where the list is too narrow for their column', () => {
  const [kind, size] = rowOf(false)?.querySelectorAll('.list-cell') ?? [];
  expect(size?.textContent).toBe('—');
  expect(size?.getAttribute('data-instead')).toBe(kind?.textContent);
});

const resting: EntryProps = {
  ...ref,
  entry: folder,
  index: 0,
  id: 'row',
  inTrash: false,
  selected: false,
  active: false,
  compact: false,
  selecting: false,
  renaming: false,
  cut: false,
  favourite: false,
};

test('a row always has its buttons, and their icons while they are visible', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement('div');
  const root = createRoot(box);
  onTestFinished(() => act(async () => root.unmount()));
  const draw = (props: Partial<EntryProps> = {}) =>
    act(async () => root.render(<ListRow {...resting} {...props} />));
  /** Returns the number of buttons, and of those with an icon. */
  const buttons = () =>
    ['button', 'button:has(svg)'].map((selector) => box.querySelectorAll(`.list-actions ${selector}`).length);
  await draw();
  expect(buttons()).toEqual([3, 0]);

  const toCell = () =>
    act(async () => followPointer.onMouseOver({ target: box.querySelector('.list-cell') ?? box }));
  await toCell();
  expect(buttons()).toEqual([3, 3]);
  await act(async () => followPointer.onMouseOver({ target: document.body }));
  expect(buttons()).toEqual([3, 0]);
  await toCell();
  await act(async () => followPointer.onMouseLeave());
  expect(buttons()).toEqual([3, 0]);

  await draw({ active: true });
  expect(buttons()).toEqual([3, 3]);
  await draw({ showing: true });
  expect(buttons()).toEqual([3, 3]);
  await draw({ compact: true });
  expect(buttons()).toEqual([1, 1]);
});

test('a row that scrolls below a pointer at rest shows its buttons once the listing rests, too', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.createElement('div');
  const root = createRoot(box);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(<ListRow {...resting} />));
  const icons = () => box.querySelectorAll('.list-actions svg').length;
  const scrolled = { target: box.querySelector('.list-cell') ?? box, screenX: 10, screenY: 20 };
  await act(async () => followPointer.onMouseOver({ ...scrolled, target: box }));
  await act(async () => followPointer.onMouseOver(scrolled));
  await act(() => vi.advanceTimersByTimeAsync(99));
  await act(async () => followPointer.onMouseOver(scrolled));
  await act(() => vi.advanceTimersByTimeAsync(99));
  expect(icons()).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(icons()).toBe(3);
  await act(async () => followPointer.onMouseLeave());
});

test('a damaged file is marked, also in its accessible name', async () => {
  await withMessages();
  const file = entryNamed('a.txt');
  const box = document.createElement('div');
  box.innerHTML = renderToStaticMarkup(
    <ListRow
      {...resting}
      entry={{ ...file, attributes: { ...file.attributes, damaged_at: '2026-11-20T10:00:00.000Z' } }}
    />,
  );
  expect(box.querySelector('[role="rowheader"]')?.getAttribute('aria-label')).toBe('a.txt, damaged');
  expect(box.querySelector('.entry-damaged [role="img"]')?.getAttribute('aria-label')).toBe('Damaged');
});
