/** Returns a list with the entry at `from` moved to the index `to`, which is clamped. */
export const reordered = <Entry>(list: readonly Entry[], from: number, to: number): Entry[] => {
  const entry = list[from];
  if (entry === undefined) return [...list];
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, entry);
};

/**
 * Returns the index at which an entry lands that is dragged by `distance` pixels in a list of rows of `rowHeight`: that
 * of the last row whose middle it has passed.
 */
export const landingPlace = (
  from: number,
  {
    distance,
    rowHeight,
    count,
  }: { readonly distance: number; readonly rowHeight: number; readonly count: number },
): number => Math.max(0, Math.min(count - 1, from + Math.round(distance / rowHeight)));
