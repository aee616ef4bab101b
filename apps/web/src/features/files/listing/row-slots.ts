import { useLayoutEffect, useState, type RefObject } from 'react';
import type { DrawnEntry } from './drawn-entries.ts';

type RowKey = DrawnEntry['key'];

/** The slot of each drawn row, by the row's key. A slot is an element of the listing, which one row after another fills. */
export type RowSlots = ReadonlyMap<RowKey, number>;

/**
 * Assigns slots to rows. A row that was drawn before keeps its slot; others take the slots of rows that are gone.
 *
 * @param inUse rows whose slots no other row may take, so that it takes over neither focus nor state
 */
export const assignSlots = (
  before: RowSlots,
  keys: readonly RowKey[],
  inUse: ReadonlySet<RowKey>,
): RowSlots => {
  const gone = new Map(before);
  for (const key of keys) gone.delete(key);
  const free = [...gone].flatMap(([key, slot]) => (inUse.has(key) ? [] : slot)).toSorted((a, b) => a - b);
  let next = Math.max(-1, ...before.values()) + 1;
  return new Map(keys.map((key) => [key, before.get(key) ?? free.shift() ?? next++]));
};

/** Returns the rows that have the focus or an open menu, are pressed, or are what a drag would be dropped on. */
const rowsInUse = (scroller: HTMLElement): HTMLElement[] => {
  const focused = document.activeElement?.closest<HTMLElement>('[data-index]');
  const others = scroller.querySelectorAll<HTMLElement>(
    '[data-index]:is(:active, [data-drop-over], [data-menu-opener], :has([data-menu-opener]))',
  );
  return focused ? [focused, ...others] : [...others];
};

export interface SlottedEntry extends DrawnEntry {
  readonly slot: number;
}

/** Remembers the slots that have been drawn. A rendering that is abandoned changes none. */
const createRowPool = () => {
  let slots: RowSlots = new Map();
  let drawn: readonly DrawnEntry[] = [];
  let scroller: HTMLElement | null = null;
  const keysInUse = (): Set<RowKey> => {
    const rows = scroller ? rowsInUse(scroller) : [];
    const indexes = new Set(rows.map(({ dataset }) => Number(dataset['index'])));
    return new Set(drawn.flatMap(({ index, key }) => (indexes.has(index) ? key : [])));
  };
  return {
    slotsOf: (rows: readonly DrawnEntry[]): RowSlots =>
      assignSlots(
        slots,
        rows.map(({ key }) => key),
        keysInUse(),
      ),
    commit: (element: HTMLElement | null, rows: readonly DrawnEntry[], taken: RowSlots): void => {
      [scroller, drawn, slots] = [element, rows, taken];
    },
  };
};

/**
 * Assigns slots to the drawn rows of a listing of `total` rows, so that scrolling adds and removes no elements.
 *
 * @returns the rows in the order of their elements. Where not all rows are drawn, elements never move, and their order
 *   becomes another one than that of the listing.
 */
export const useRowSlots = (
  scroller: RefObject<HTMLElement | null>,
  rows: readonly DrawnEntry[],
  total: number,
): readonly SlottedEntry[] => {
  const [pool] = useState(createRowPool);
  const slots = pool.slotsOf(rows);
  useLayoutEffect(() => pool.commit(scroller.current, rows, slots));
  const slotted = rows.map((row) => ({ ...row, slot: slots.get(row.key) ?? 0 }));
  return rows.length >= total ? slotted : slotted.toSorted((one, other) => one.slot - other.slot);
};

/** Returns the ids of rows for `aria-owns`, which puts them in order; undefined if their elements are in order. */
export const ownedInOrder = (
  rows: readonly SlottedEntry[],
  idOf: (index: number) => string,
): string | undefined => {
  const entries = rows.filter(({ entry }) => entry !== undefined);
  if (entries.every(({ index }, at) => at === 0 || index > (entries[at - 1]?.index ?? -1))) return undefined;
  return entries
    .toSorted((one, other) => one.index - other.index)
    .map(({ index }) => idOf(index))
    .join(' ');
};
