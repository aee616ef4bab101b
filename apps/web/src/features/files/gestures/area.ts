/** Two points in pixels of the listing's content. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The arrangement of entries in the content. */
export interface AreaShape {
  readonly columns: number;
  /** Pixels from one row to the next, the gap included. */
  readonly rowHeight: number;
  readonly gap: number;
  /** Pixels from the first column's start to the last one's end. */
  readonly width: number;
  readonly total: number;
}

/** Returns the steps along one axis that a stretch touches, where a gap ends each step. */
const touched = (
  [from, to]: readonly [number, number],
  { step, gap, count }: { readonly step: number; readonly gap: number; readonly count: number },
): readonly [first: number, last: number] => {
  const first = Math.max(0, Math.floor((from + gap) / step));
  const last = Math.min(count - 1, Math.ceil(to / step) - 1);
  return [first, last];
};

/** Returns the indexes of the entries that a rectangle touches, in order. */
export const indexesIn = (box: Box, { columns, rowHeight, gap, width, total }: AreaShape): number[] => {
  const rows = Math.ceil(total / columns);
  const [firstRow, lastRow] = touched([box.top, box.bottom], { step: rowHeight, gap, count: rows });
  const stride = (width + gap) / columns;
  const [firstColumn, lastColumn] = touched([box.left, box.right], { step: stride, gap, count: columns });
  if (box.right <= 0 || box.left >= width) return [];
  const found: number[] = [];
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const index = row * columns + column;
      if (index < total) found.push(index);
    }
  return found;
};
