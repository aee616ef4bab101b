import { setImmediate as turn } from 'node:timers/promises';

/** Elements that are sorted in one step. */
const sortedAtOnce = 16_384;

/**
 * Sorts a possibly very long list: in pieces, then by merging pairs of runs, and yields to other requests in
 * between.
 *
 * @param compare as for `Array.prototype.sort`
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
      // The sort detects both runs and only merges them.
      longer.push((runs[index] ?? []).concat(runs[index + 1] ?? []).sort(compare));
    }
    runs = longer;
  }
  return runs[0] ?? [];
};
