/** Rows drawn beyond the visible ones, so that fast scrolling shows no gaps. */
export const overscan = 8;

/** The visible part, in pixels. */
export interface Sight {
  readonly scrollTop: number;
  readonly height: number;
}

export interface RowRange {
  readonly first: number;
  /** The last row to draw; less than `first` when there is none. */
  readonly last: number;
}

/**
 * Returns the rows to draw of a list whose rows are all `rowHeight` pixels tall.
 * @param offset pixels above the first row that scroll along.
 * @param beyond rows to draw beyond the visible ones, above and below
 */
export const visibleRange = (
  { scrollTop, height }: Sight,
  {
    rows,
    rowHeight,
    offset = 0,
    beyond = overscan,
  }: {
    readonly rows: number;
    readonly rowHeight: number;
    readonly offset?: number;
    readonly beyond?: number;
  },
): RowRange => {
  const top = Math.max(0, scrollTop - offset);
  // Their number stays the same wherever it is scrolled to, so that rows that come take the places of those that go.
  const count = Math.ceil(height / rowHeight) + 1 + 2 * beyond;
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - beyond, rows - count));
  return { first, last: Math.min(rows, first + count) - 1 };
};

/** Returns all rows of a list that is short enough to be drawn in full. */
export const wholeRange = (rows: number): RowRange => ({ first: 0, last: rows - 1 });

/**
 * Returns the scroll position that makes a row fully visible below a header of `header` pixels; undefined if it already
 * is.
 */
export const scrollTopFor = (
  row: number,
  { scrollTop, height }: Sight,
  {
    rowHeight,
    header,
    offset = 0,
  }: { readonly rowHeight: number; readonly header: number; readonly offset?: number },
): number | undefined => {
  const top = offset + row * rowHeight;
  if (top < scrollTop + header) return Math.max(0, top - header);
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return undefined;
};
