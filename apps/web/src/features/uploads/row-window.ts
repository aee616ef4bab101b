/** Rows of two heights, the tall ones first. Lengths are pixels. */
export interface RowLayout {
  readonly tallRows: number;
  readonly rows: number;
  readonly tallHeight: number;
  readonly height: number;
}

export interface RowWindow {
  /** The first row to draw, and the one after the last. */
  readonly first: number;
  readonly end: number;
}

/** Rows that are drawn beyond either edge, so that scrolling shows no gap. */
const overscan = 8;

/** Where a row begins; for the number of rows, where the last one ends. */
export function rowTop(index: number, { tallRows, tallHeight, height }: RowLayout): number {
  const tall = Math.min(index, tallRows);
  return tall * tallHeight + (index - tall) * height;
}

const rowAt = (top: number, { tallRows, tallHeight, height }: RowLayout): number => {
  const tallEnd = tallRows * tallHeight;
  return top < tallEnd ? Math.floor(top / tallHeight) : tallRows + Math.floor((top - tallEnd) / height);
};

/** The rows in sight of a viewport, and a few around them. */
export function rowWindow(layout: RowLayout, scrollTop: number, viewport: number): RowWindow {
  const first = Math.max(0, rowAt(Math.max(0, scrollTop), layout) - overscan);
  const end = Math.min(layout.rows, rowAt(Math.max(0, scrollTop) + viewport, layout) + 1 + overscan);
  return { first: Math.min(first, end), end };
}
