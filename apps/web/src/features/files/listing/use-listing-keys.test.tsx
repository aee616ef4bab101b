import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { renaming } from '../actions/item-popup.store.ts';
import { entryNamed } from '../testing/entries.ts';
import { listingOf, selectionStub } from '../testing/listing.ts';
import { renderHook } from '../testing/render-hook.tsx';
import { useListingKeys } from './use-listing-keys.ts';

const entries = ['Alpha', 'Beta'].map((name) => entryNamed(name));

const keyboard = async (active = -1, offered = true) => {
  const activate = vi.fn<(index: number) => void>();
  const doIt = vi.fn<(action: string) => boolean>(() => offered);
  const openMenu = vi.fn<() => void>();
  const escape = vi.fn<() => boolean>(() => false);
  const selectAll = vi.fn<() => void>();
  await renderHook(
    new QueryClient(),
    () =>
      useListingKeys({
        listing: listingOf(entries),
        shape: { count: entries.length, columns: 1, pageRows: 10 },
        active,
        activate,
        selection: selectionStub({ selectAll }),
        open: () => undefined,
        act: doIt,
        openMenu,
        escape,
      }),
    undefined,
  );
  const press = (init: KeyboardEventInit, on: Element = document.body): boolean => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    act(() => void on.dispatchEvent(event));
    return event.defaultPrevented;
  };
  return { press, activate, doIt, openMenu, escape, selectAll };
};

test.each(['F1', 'F3', 'F4', 'F5', 'F9', 'F12', 'Tab', 'Dead', 'Backspace', 'Escape', ' '])(
  '%s is left to the browser',
  async (key) => {
    const { press, activate } = await keyboard();
    expect(press({ key })).toBe(false);
    expect(activate).not.toHaveBeenCalled();
  },
);

test('a letter searches for a name, a letter with Ctrl does not', async () => {
  const { press, activate } = await keyboard();
  expect(press({ key: 'b', ctrlKey: true })).toBe(false);
  expect(press({ key: 'b' })).toBe(true);
  expect(activate.mock.calls).toEqual([[1]]);
});

test('letters do not search while a rename field is loading', async () => {
  renaming.set('id-a');
  onTestFinished(() => renaming.set(undefined));
  const { press, activate } = await keyboard();
  expect(press({ key: 'b' })).toBe(false);
  expect(activate).not.toHaveBeenCalled();
});

test.each<readonly [done: string, event: KeyboardEventInit]>([
  ['rename', { key: 'F2' }],
  ['delete', { key: 'Delete' }],
  ['erase', { key: 'Delete', shiftKey: true }],
  ['delete', { key: 'Backspace', metaKey: true }],
  ['erase', { key: 'Backspace', metaKey: true, shiftKey: true }],
  ['cut', { key: 'x', ctrlKey: true }],
  ['cut', { key: 'x', metaKey: true }],
  ['copy', { key: 'c', ctrlKey: true }],
  ['download', { key: 's', ctrlKey: true }],
  ['details', { key: 'Enter', altKey: true }],
])('%s has its key', async (done, event) => {
  const { press, doIt } = await keyboard(0);
  expect(press(event)).toBe(true);
  expect(doIt.mock.calls).toEqual([[done]]);
});

test('Ctrl+C copies the text that is selected in the page', async () => {
  const { press, doIt } = await keyboard(0);
  const range = document.createRange();
  const words = document.body.appendChild(document.createElement('p'));
  onTestFinished(() => words.remove());
  words.textContent = 'some words';
  range.selectNodeContents(words);
  getSelection()?.addRange(range);
  expect(press({ key: 'c', ctrlKey: true })).toBe(false);
  getSelection()?.removeAllRanges();
  expect(press({ key: 'c', ctrlKey: true })).toBe(true);
  expect(doIt.mock.calls).toEqual([['copy']]);
});

test('a key whose action is not offered is left to the browser', async () => {
  const { press } = await keyboard(0, false);
  expect(press({ key: 'F2' })).toBe(false);
  expect(press({ key: 'x', ctrlKey: true })).toBe(false);
});

test.each([{ key: 'F10', shiftKey: true }, { key: 'ContextMenu' }])('%o opens the menu', async (event) => {
  const { press, openMenu } = await keyboard(0);
  expect(press(event)).toBe(true);
  expect(openMenu).toHaveBeenCalledTimes(1);
});

test('F10 alone is left to the browser', async () => {
  const { press, openMenu } = await keyboard(0);
  expect(press({ key: 'F10' })).toBe(false);
  expect(openMenu).not.toHaveBeenCalled();
});

test('a held key deletes once, since the next entry is focused by then', async () => {
  const { press, doIt } = await keyboard(0);
  expect(press({ key: 'Delete' })).toBe(true);
  expect(press({ key: 'Delete', repeat: true })).toBe(true);
  expect(press({ key: 'Delete', shiftKey: true, repeat: true })).toBe(true);
  expect(doIt.mock.calls).toEqual([['delete']]);
});

describe.each(['sub-bar', 'selection-bar', 'selection-actions'])('with the focus in a %s', (name) => {
  const barWith = (within: string): Element => {
    const bar = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => bar.remove());
    bar.innerHTML = `<div class="${name}"><button></button>${within}</div>`;
    return bar.querySelector('button') ?? bar;
  };
  const pressedThere = async (init: KeyboardEventInit, within = '') => {
    const { press, activate, doIt } = await keyboard(0);
    const handled = press(init, barWith(within));
    expect(activate).not.toHaveBeenCalled();
    return [handled, ...doIt.mock.calls.flat()];
  };

  test.each<readonly [done: string, event: KeyboardEventInit]>([
    ['delete', { key: 'Delete' }],
    ['erase', { key: 'Delete', shiftKey: true }],
    ['rename', { key: 'F2' }],
    ['cut', { key: 'x', ctrlKey: true }],
    ['copy', { key: 'c', ctrlKey: true }],
    ['download', { key: 's', metaKey: true }],
  ])('%s has its key', async (done, event) => {
    expect(await pressedThere(event)).toEqual([true, done]);
  });

  test.each([
    { key: 'Enter' },
    { key: ' ' },
    { key: 'ArrowDown' },
    { key: 'b' },
    { key: ' ', ctrlKey: true },
  ])('%o is the button’s', async (event) => {
    expect(await pressedThere(event)).toEqual([false]);
  });

  test('Ctrl+A selects everything, and Escape ends the selection', async () => {
    const { press, escape, selectAll } = await keyboard(0);
    const button = barWith('');
    press({ key: 'a', ctrlKey: true }, button);
    expect(selectAll).toHaveBeenCalledTimes(1);
    press({ key: 'Escape' }, button);
    expect(escape).toHaveBeenCalledTimes(1);
  });

  test('keys in a popup are left to it', async () => {
    expect(await pressedThere({ key: 'Delete' }, '<dialog open></dialog>')).toEqual([false]);
  });
});
