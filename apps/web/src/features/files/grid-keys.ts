/** The shape that keys move through: a list has one column. */
export interface GridShape {
  readonly count: number;
  readonly columns: number;
  /** Whole rows that fit on the screen. */
  readonly pageRows: number;
}

/**
 * The entry that a key leads to from `index` (-1: none is active yet); undefined for keys that do not move.
 * Left and right cross the ends of rows; up and down keep to their column as long as there is one.
 */
export const movedTo = (
  key: string,
  index: number,
  { count, columns, pageRows }: GridShape,
): number | undefined => {
  if (count === 0) return undefined;
  const step = stepOf(key, columns, Math.max(1, pageRows - 1));
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (step === undefined) return undefined;
  if (index < 0) return step > 0 ? 0 : count - 1;
  const target = index + step;
  if (target >= 0 && target < count) return target;
  if (Math.abs(step) === 1) return index;
  // Beyond the end: the same column of the last row, or the last entry where that row is too short.
  const column = index % columns;
  if (target < 0) return key === 'PageUp' ? column : index;
  const lastRow = Math.floor((count - 1) / columns);
  if (key === 'ArrowDown' && Math.floor(index / columns) === lastRow) return index;
  return Math.min(count - 1, lastRow * columns + column);
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
