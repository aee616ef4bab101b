/** Rows that are drawn beyond either edge, so that scrolling shows no gap. */
const overscan = 8;

/** A layout in which the first rows have heights of their own; lengths are pixels. */
export interface RowLayout {
  /** The top of each of the first rows, and last their bottom. */
  readonly firstTops: readonly number[];
  /** The number of rows. */
  readonly rows: number;
  /** The height of every other row. */
  readonly height: number;
}

/** Lays out rows: the first ones with the given heights, the others, up to `rows`, with `height`. */
export function layRows(firstHeights: readonly number[], rows: number, height: number): RowLayout {
  const firstTops = [0];
  let top = 0;
  for (const own of firstHeights) firstTops.push((top += own));
  return { firstTops, rows, height };
}

/** Returns the top of a row; for the number of rows, the bottom of the last one. */
export function rowTop(index: number, { firstTops, height }: RowLayout): number {
  const others = index - (firstTops.length - 1);
  return others > 0 ? (firstTops.at(-1) ?? 0) + others * height : (firstTops[index] ?? 0);
}

const rowAt = (position: number, { firstTops, height }: RowLayout): number => {
  const firstEnd = firstTops.at(-1) ?? 0;
  if (position >= firstEnd) return firstTops.length - 1 + Math.floor((position - firstEnd) / height);
  return firstTops.findLastIndex((top) => top <= position);
};

/** Returns the visible rows of a viewport and a few around them: the first, and the one after the last. */
export function rowsInSight(
  layout: RowLayout,
  scrollTop: number,
  viewport: number,
): { readonly first: number; readonly end: number } {
  const top = Math.max(0, scrollTop);
  const end = Math.min(layout.rows, rowAt(top + viewport, layout) + 1 + overscan);
  return { first: Math.max(0, Math.min(rowAt(top, layout), end) - overscan), end };
}
