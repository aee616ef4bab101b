import { useLayoutEffect, useState, type RefObject } from 'react';

/** Rows drawn beyond the visible ones. */
const overscan = 8;

export interface RowWindow {
  readonly first: number;
  /** The last row to draw; before `first` when there is none. */
  readonly last: number;
}

const scrollerOf = (element: HTMLElement): HTMLElement =>
  element.closest<HTMLElement>('[data-tree-scroller]') ?? element;

const measure = (element: HTMLElement, rows: number, rowHeight: number): RowWindow => {
  const scroller = scrollerOf(element);
  const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
  const first = Math.max(0, Math.floor(above / rowHeight) - overscan);
  const last = Math.ceil((above + scroller.clientHeight) / rowHeight) - 1 + overscan;
  return { first: Math.min(first, Math.max(0, rows - 1)), last: Math.min(rows - 1, last) };
};

/**
 * The rows of a long list to draw, as what scrolls it stands: the nearest ancestor with `data-tree-scroller`.
 * @param rowHeight pixels
 */
export const useRowWindow = (
  list: RefObject<HTMLElement | null>,
  { rows, rowHeight }: { readonly rows: number; readonly rowHeight: number },
): RowWindow => {
  const [shown, setShown] = useState<RowWindow>({ first: 0, last: -1 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const read = (): void =>
      setShown((current) => {
        const next = measure(element, rows, rowHeight);
        return current.first === next.first && current.last === next.last ? current : next;
      });
    read();
    const scroller = scrollerOf(element);
    scroller.addEventListener('scroll', read, { passive: true });
    const observer = new ResizeObserver(read);
    observer.observe(scroller);
    // Elements above the list move it.
    if (element.parentElement) observer.observe(element.parentElement);
    return () => {
      scroller.removeEventListener('scroll', read);
      observer.disconnect();
    };
  }, [list, rows, rowHeight]);
  return shown;
};

/** Scrolls a row into sight, by the shortest way. */
export const showRow = (list: HTMLElement, index: number, rowHeight: number): void => {
  const scroller = scrollerOf(list);
  const edge = scroller.getBoundingClientRect().top;
  const top = list.getBoundingClientRect().top - edge + index * rowHeight;
  const beyond = top + rowHeight - scroller.clientHeight;
  if (top < 0) scroller.scrollTop += top;
  else if (beyond > 0) scroller.scrollTop += beyond;
};
