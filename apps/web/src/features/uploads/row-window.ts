/** Rows that are drawn beyond either edge, so that scrolling shows no gap. */
const overscan = 8;

/** Where each row begins, and last where the list ends; in the unit of the heights. */
export function rowTops(heights: readonly number[]): readonly number[] {
  const tops = [0];
  let top = 0;
  for (const height of heights) tops.push((top += height));
  return tops;
}

/** The last row that begins at or above `position`. */
const rowAt = (tops: readonly number[], position: number): number => {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The rows in sight of a viewport and a few around them: the first, and the one after the last. */
export function rowsInSight(
  tops: readonly number[],
  scrollTop: number,
  viewport: number,
): { readonly first: number; readonly end: number } {
  const top = Math.max(0, scrollTop);
  return {
    first: Math.max(0, rowAt(tops, top) - overscan),
    end: Math.min(tops.length - 1, rowAt(tops, top + viewport) + 1 + overscan),
  };
}
