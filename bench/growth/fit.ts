/** Fits the growth of work: the power of the number of items that its cost follows. */

export interface Point {
  /** Items that there are, or that are touched. */
  readonly items: number;
  /** Cost of one call; above zero. */
  readonly value: number;
}

/** `flat`: the number of items is not to matter. `linear`: twice the items may cost twice as much, and no more. */
export type Complexity = 'flat' | 'linear';

/** The exponent up to which a curve still follows its complexity: what is left for indexes’ depth, caches and noise. */
export const limits: Readonly<Record<Complexity, number>> = { flat: 0.15, linear: 1.1 };

const slope = (points: readonly Point[]): number => {
  const logs = points.map(({ items, value }) => [Math.log10(items), Math.log10(value)] as const);
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [x, y] = [mean(logs.map(([at]) => at)), mean(logs.map(([, at]) => at))];
  const above = logs.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return above / logs.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
};

/**
 * Returns the exponent by which a curve grows (0: constant, 1: linear). A constant part hides how a rising
 * curve ends: for `linear` work its last step counts, too, and the steeper of both is returned.
 *
 * @param points two or more, by rising numbers of items
 */
export const exponentOf = (complexity: Complexity, points: readonly Point[]): number =>
  complexity === 'flat' ? slope(points) : Math.max(slope(points), slope(points.slice(-2)));

/** Tells whether a curve grows no more than its complexity allows. */
export const isWithinLimit = (complexity: Complexity, points: readonly Point[]): boolean =>
  exponentOf(complexity, points) <= limits[complexity];
