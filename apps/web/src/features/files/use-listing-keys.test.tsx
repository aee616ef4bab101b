import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { folderSource } from './listing-source.ts';
import { entryNamed, metaOf } from './testing/entries.ts';
import { renderHook } from './testing/render-hook.tsx';
import { useListingKeys } from './use-listing-keys.ts';

const entries = ['Alpha', 'Beta'].map((name) => entryNamed(name));

const keyboard = async () => {
  const activate = vi.fn<(index: number) => void>();
  const select = vi.fn<(index: number) => void>();
  await renderHook(
    new QueryClient(),
    () =>
      useListingKeys({
        listing: {
          ref: { source: folderSource(null), sorting: { field: 'name', direction: 'ASC' } },
          meta: metaOf({ files: entries.length }),
          root: null,
          error: null,
          entryAt: (index) => entries[index],
          show: () => undefined,
          reload: () => undefined,
        },
        shape: { count: entries.length, columns: 1, pageRows: 10 },
        active: -1,
        activate,
        selection: { select, selectAll: () => undefined, clear: () => undefined },
        open: () => undefined,
        download: () => undefined,
        parent: undefined,
      }),
    undefined,
  );
  const press = (init: KeyboardEventInit): boolean => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    act(() => void document.body.dispatchEvent(event));
    return event.defaultPrevented;
  };
  return { press, activate };
};

test.each(['F1', 'F2', 'F3', 'F5', 'F9', 'F12', 'Tab', 'Dead', ' '])(
  '%s is left to the browser',
  async (key) => {
    const { press, activate } = await keyboard();
    expect(press({ key })).toBe(false);
    expect(activate).not.toHaveBeenCalled();
  },
);

test('a letter looks a name up, a letter with Ctrl does not', async () => {
  const { press, activate } = await keyboard();
  expect(press({ key: 'b', ctrlKey: true })).toBe(false);
  expect(press({ key: 'b' })).toBe(true);
  expect(activate.mock.calls).toEqual([[1]]);
});
