/** A pseudo-random generator with the same numbers in every run. */
export interface Random {
  /** From 0 up to, and not including, 1. */
  fraction(): number;
  /** A whole number from 0 up to, and not including, `limit`. */
  below(limit: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
}

/** The generator "mulberry32". */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return {
    fraction,
    below: (limit) => Math.floor(fraction() * limit),
    pick: (list) => {
      const chosen = list[Math.floor(fraction() * list.length)];
      if (chosen === undefined) throw new RangeError('there is nothing to pick from');
      return chosen;
    },
  };
};
