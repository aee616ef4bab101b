/** The value below which that share of all numbers lies; NaN where there are none. @param share 0 to 1 */
export const quantile = (numbers: readonly number[], share: number): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Of an even count the mean of both in the middle. */
export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, number) => sum + number, 0) / middle.length;
};

/**
 * Compares two that were measured round by round: the median of the rounds' ratios, which
 * a machine that slows down for some rounds changes less than the ratio of two medians.
 */
export const medianRatio = (own: readonly number[], others: readonly number[]): number =>
  median(
    own
      .map((number, round) => number / (others[round] ?? Number.NaN))
      .filter((ratio) => !Number.isNaN(ratio)),
  );
