import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Entry } from './entry.ts';
import { folderSource } from './listing-source.ts';
import { entryNamed, metaOf } from './testing/entries.ts';
import { useListingPointer } from './use-listing-pointer.ts';

const [outer, inner] = [entryNamed('outer', { type: 'folder' }), entryNamed('inner', { type: 'folder' })];

/** A listing of one row, whose name may be pressed. */
const listingOf = async (first: Entry) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const [open, take, onDownload] = [
    vi.fn<(index: number) => void>(),
    vi.fn(),
    vi.fn<(entry: Entry) => void>(),
  ];
  const List = ({ entry }: { readonly entry: Entry }) => {
    const on = useListingPointer({
      listing: {
        ref: { source: folderSource(null), sorting: { field: 'name', direction: 'ASC' } },
        meta: metaOf({ folders: 1 }),
        root: null,
        error: null,
        entryAt: () => entry,
        show: () => undefined,
        reload: () => undefined,
      },
      selection: { select: () => undefined, selectAll: () => undefined, clear: () => undefined },
      take,
      open,
      onDownload,
    });
    return (
      <div {...on}>
        <p data-index="0">
          <button type="button" aria-label="Download" data-action="download" />
        </p>
      </div>
    );
  };
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    host.remove();
  });
  const show = (entry: Entry): Promise<void> => act(async () => root.render(<List entry={entry} />));
  await show(first);
  const press = (type: 'click' | 'dblclick', { detail, on = 'p' }: { detail: number; on?: string }): void =>
    act(() => void host.querySelector(on)?.dispatchEvent(new MouseEvent(type, { bubbles: true, detail })));
  return { press, show, open, take, onDownload };
};

test('a double click opens the entry that both presses met', async () => {
  const { press, open } = await listingOf(outer);
  press('click', { detail: 1 });
  press('click', { detail: 2 });
  press('dblclick', { detail: 2 });
  expect(open.mock.calls).toEqual([[0]]);
});

test('a double click whose first press has changed the listing counts for nothing more', async () => {
  const { press, show, open, take } = await listingOf(outer);
  press('click', { detail: 1 });
  await show(inner);
  press('click', { detail: 2 });
  press('dblclick', { detail: 2 });
  expect(open).not.toHaveBeenCalled();
  expect(take).toHaveBeenCalledTimes(1);
});

test('a double click on Download downloads once', async () => {
  const { press, onDownload } = await listingOf(outer);
  press('click', { detail: 1, on: 'button' });
  press('click', { detail: 2, on: 'button' });
  expect(onDownload).toHaveBeenCalledTimes(1);
});
