import { setImmediate as turn } from 'node:timers/promises';

/** Elements that are sorted at once. */
const sortedAtOnce = 16_384;

/**
 * Sorts a list that may be very long: piece by piece, then two runs at a time become one. In between the process
 * sees to other requests.
 *
 * @param compare as `Array.prototype.sort` takes it
 * @returns a new list; equal elements keep their order
 */
export const sortCooperatively = async <T>(
  list: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> => {
  let runs: T[][] = [];
  for (let start = 0; start < list.length; start += sortedAtOnce) {
    if (start > 0) await turn();
    runs.push(list.slice(start, start + sortedAtOnce).sort(compare));
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      await turn();
      // Sorting finds the two runs by itself and does no more than merge them.
      longer.push((runs[index] ?? []).concat(runs[index + 1] ?? []).sort(compare));
    }
    runs = longer;
  }
  return runs[0] ?? [];
};
