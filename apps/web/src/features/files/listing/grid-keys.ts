/** The shape that keys move through; a list has one column. */
export interface GridShape {
  readonly count: number;
  readonly columns: number;
  /** Whole rows that fit on the screen. */
  readonly pageRows: number;
  /** The index at which each row begins, if rows are not all full because entries stand in groups. */
  readonly rowStarts?: readonly number[] | undefined;
}

/**
 * Returns the entry that a key leads to from `index` (-1: none is active yet); undefined for keys that do not move.
 * Left and right cross the ends of rows; up and down keep their column where possible.
 */
export const movedTo = (
  key: string,
  index: number,
  { count, columns, pageRows, rowStarts }: GridShape,
): number | undefined => {
  if (count === 0) return undefined;
  if (rowStarts && index >= 0) return movedInRows(key, index, { count, columns, pageRows, rowStarts });
  const step = stepOf(key, columns, Math.max(1, pageRows - 1));
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (step === undefined) return undefined;
  if (index < 0) return step > 0 ? 0 : count - 1;
  const target = index + step;
  if (target >= 0 && target < count) return target;
  if (Math.abs(step) === 1) return index;
  // Past the end: the same column of the last row, or the last entry if that row is too short.
  const column = index % columns;
  if (target < 0) return key === 'PageUp' ? column : index;
  const lastRow = Math.floor((count - 1) / columns);
  if (key === 'ArrowDown' && Math.floor(index / columns) === lastRow) return index;
  return Math.min(count - 1, lastRow * columns + column);
};

/** Returns the same for rows of different lengths. */
const movedInRows = (
  key: string,
  index: number,
  { rowStarts, ...shape }: GridShape & { readonly rowStarts: readonly number[] },
): number | undefined => {
  const rows = stepOf(key, 1, Math.max(1, shape.pageRows - 1));
  if (rows === undefined || key === 'ArrowLeft' || key === 'ArrowRight') return movedTo(key, index, shape);
  const row = rowStarts.findLastIndex((start) => start <= index);
  const to = Math.max(0, Math.min(row + rows, rowStarts.length - 1));
  if (to === row) return index;
  const [start = 0, end = shape.count] = [rowStarts[to], rowStarts[to + 1]];
  return Math.min(start + index - (rowStarts[row] ?? 0), end - 1);
};

const stepOf = (key: string, columns: number, pageRows: number): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return columns;
    case 'ArrowUp':
      return -columns;
    case 'ArrowRight':
      return columns > 1 ? 1 : undefined;
    case 'ArrowLeft':
      return columns > 1 ? -1 : undefined;
    case 'PageDown':
      return pageRows * columns;
    case 'PageUp':
      return -pageRows * columns;
    default:
      return undefined;
  }
};
