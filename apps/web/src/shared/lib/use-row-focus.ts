import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface RowFocus<List extends HTMLElement> {
  readonly ref: RefObject<List | null>;
  readonly onFocus: (event: FocusEvent<List>) => void;
  readonly onBlur: (event: FocusEvent<List>) => void;
}

/** The button of a row that stands where the removed one did, or the first that it has. */
const buttonIn = (row: Element | undefined, at: number): HTMLElement | undefined => {
  const buttons = Array.from(row?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []);
  return buttons[at] ?? buttons[0];
};

/**
 * Keeps the focus in a list of rows with buttons: when the row that has it is removed, the same button of the row in
 * its place gets it, or of the last row.
 *
 * @param onEmpty takes the focus where no row has a button left
 * @returns properties of the list, whose children are the rows
 */
export const useRowFocus = <List extends HTMLElement>(onEmpty: () => void): RowFocus<List> => {
  const list = useRef<List>(null);
  const focused = useRef<{ readonly row: number; readonly button: number }>(undefined);
  useLayoutEffect(() => {
    const { current: place } = focused;
    if (!place || document.activeElement !== document.body) return;
    focused.current = undefined;
    const rows = Array.from(list.current?.children ?? []);
    const button = buttonIn(rows[place.row] ?? rows.at(-1), place.button);
    if (button) button.focus();
    else onEmpty();
  });
  return {
    ref: list,
    onFocus: ({ currentTarget, target }) => {
      const row = Array.from(currentTarget.children).findIndex((child) => child.contains(target));
      const buttons = Array.from(currentTarget.children[row]?.querySelectorAll('button') ?? []);
      focused.current = { row, button: buttons.findIndex((button) => button.contains(target)) };
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      // A dialog gives the focus back as it closes, and React tells of no focus meanwhile.
      const dialog = relatedTarget instanceof Element ? relatedTarget.closest('dialog') : null;
      if (!dialog || dialog === currentTarget.closest('dialog')) focused.current = undefined;
    },
  };
};
