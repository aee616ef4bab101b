import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Entry } from '../entry.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import { selectionOf } from './selection.ts';
import { endSelecting, multiSelect, selectionStore } from './selection.store.ts';
import { entryNamed } from '../testing/entries.ts';
import { actionsFor, listingOf, selectionStub } from '../testing/listing.ts';
import { useListingPointer } from './use-listing-pointer.ts';
import type { SelectionActions } from './use-selection.ts';

const [outer, inner] = [entryNamed('outer', { type: 'folder' }), entryNamed('inner', { type: 'folder' })];

/** Renders a listing of one row, whose name can be pressed. */
const rowOf = async (first: Entry) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const [open, take, select] = [
    vi.fn<(index: number) => void>(),
    vi.fn<(index: number) => void>(),
    vi.fn<SelectionActions['select']>(),
  ];
  const run = vi.fn<ItemActions['run']>(() => true);
  const openMenu = vi.fn<ItemActions['openMenu']>();
  const List = ({ entry }: { readonly entry: Entry }) => {
    const listing = listingOf([entry]);
    const on = useListingPointer({
      listing,
      selection: selectionStub({ select }),
      actions: { ...actionsFor(listing), run, openMenu },
      take,
      open,
      gesture: () => undefined,
    });
    return (
      <div {...on} role="grid" tabIndex={0}>
        <p data-index="0">
          <button type="button" aria-label="Download" data-action="download" />
          <i data-action="menu" />
          <b data-action="toggle" />
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
  const press = (
    type: 'click' | 'dblclick' | 'contextmenu',
    { on = 'p', ...init }: MouseEventInit & { on?: string },
  ): boolean => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...init });
    act(() => void host.querySelector(on)?.dispatchEvent(event));
    return event.defaultPrevented;
  };
  return { press, show, open, take, select, run, openMenu };
};

test('a double click opens the entry that both presses hit', async () => {
  const { press, open } = await rowOf(outer);
  press('click', { detail: 1 });
  press('click', { detail: 2 });
  press('dblclick', { detail: 2 });
  expect(open.mock.calls).toEqual([[0]]);
});

test('a double click whose first press has changed the listing does nothing more', async () => {
  const { press, show, open, take } = await rowOf(outer);
  press('click', { detail: 1 });
  await show(inner);
  press('click', { detail: 2 });
  press('dblclick', { detail: 2 });
  expect(open).not.toHaveBeenCalled();
  expect(take).toHaveBeenCalledTimes(1);
});

test('a double click on Download downloads once', async () => {
  const { press, run } = await rowOf(outer);
  press('click', { detail: 1, on: 'button' });
  press('click', { detail: 2, on: 'button' });
  expect(run.mock.calls.map(([action]) => action)).toEqual(['download']);
});

test('the focus survives the removal of a row by its own button', async () => {
  const { press } = await rowOf(outer);
  document.querySelector('button')?.focus();
  press('click', { detail: 1, on: 'button' });
  expect(document.activeElement?.role).toBe('grid');
});

test('the menu opens from its button and with the secondary mouse button', async () => {
  const { press, openMenu, select } = await rowOf(outer);
  press('click', { detail: 1, on: 'i' });
  expect(press('contextmenu', { clientX: 40, clientY: 50 })).toBe(true);
  expect(openMenu.mock.calls.map(([, entry]) => entry?.id)).toEqual([outer.id, outer.id]);
  expect(openMenu.mock.calls[1]?.[0]).toMatchObject({ left: 40, top: 50 });
  expect(select).not.toHaveBeenCalled();
});

test("the target of the mouse's menu replaces other selected items", async () => {
  const { press, select } = await rowOf(outer);
  onTestFinished(endSelecting);
  selectionStore.set(selectionOf([outer, inner]));
  press('contextmenu', {});
  expect(select, 'it is one of them').not.toHaveBeenCalled();
  selectionStore.set(selectionOf([inner]));
  press('contextmenu', {});
  expect(select.mock.calls).toEqual([[0, outer, 'only']]);
});

test('while presses select they add one by one, and a double click opens nothing', async () => {
  multiSelect.set(true);
  onTestFinished(endSelecting);
  const { press, select, open } = await rowOf(outer);
  press('click', { detail: 1 });
  press('click', { detail: 2 });
  press('dblclick', { detail: 2 });
  expect(select.mock.calls.map(([, , mode]) => mode)).toEqual(['toggle']);
  expect(open).not.toHaveBeenCalled();
});
