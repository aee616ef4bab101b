import { pageSize } from '@holdall/contract/listing-order';
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Entry } from '../entry.ts';
import { entryNamed } from '../testing/entries.ts';
import { listingOf } from '../testing/listing.ts';
import { renderHook } from '../testing/render-hook.tsx';
import { useFolderLeft } from './use-folder-left.ts';

const folders = ['a', 'b', 'c'].map((name) => entryNamed(name, { type: 'folder' }));

/** Renders a listing after going up to it, with all of its entries or none of them loaded. */
const cameUp = async (left: string | undefined, { active = -1, entries = folders } = {}) => {
  const activate = vi.fn<(index: number) => void>();
  const { rerender } = await renderHook(
    new QueryClient(),
    (now: { readonly entries: readonly Entry[]; readonly active: number }) =>
      useFolderLeft({
        listing: listingOf(now.entries),
        total: entries.length,
        left,
        isMeasured: true,
        active: now.active,
        activate,
      }),
    { entries: [] as readonly Entry[], active },
  );
  return { activate, load: (now = active) => rerender({ entries, active: now }) };
};

test('the folder that was left becomes active as soon as the first page is loaded, and only once', async () => {
  const { activate, load } = await cameUp('id-b');
  expect(activate).not.toHaveBeenCalled();
  await load();
  expect(activate.mock.calls).toEqual([[1]]);
  await load(2);
  await load(-1);
  expect(activate).toHaveBeenCalledOnce();
});

test('an entry that a key has chosen before the first page remains active', async () => {
  const { activate, load } = await cameUp('id-b');
  await load(0);
  expect(activate).not.toHaveBeenCalled();
});

test('a folder beyond the first page, or a deleted one, gets no focus', async () => {
  const many = Array.from({ length: pageSize + 1 }, (_, at) => entryNamed(`${at}`, { type: 'folder' }));
  for (const left of [`id-${pageSize}`, 'id-gone', undefined]) {
    const { activate, load } = await cameUp(left, { entries: many });
    await load();
    expect(activate).not.toHaveBeenCalled();
  }
  const last = await cameUp(`id-${pageSize - 1}`, { entries: many });
  await last.load();
  expect(last.activate.mock.calls).toEqual([[pageSize - 1]]);
});

test('a field that has the focus keeps it', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => field.remove());
  const { activate, load } = await cameUp('id-b');
  field.focus();
  await load();
  expect(activate).not.toHaveBeenCalled();
});
