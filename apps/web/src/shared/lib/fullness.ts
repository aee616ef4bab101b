/** Per cent at which room runs low, and at which it is nearly gone (ui.md, "Storage meter"). */
const limits = { low: 80, critical: 95 } as const;

/** Returns the used part of a capacity in per cent: nothing of one without a limit, all of one that is 0. */
export const fullness = (used: number, capacity: number | null): number => {
  if (capacity === null) return 0;
  return capacity === 0 ? 100 : (used / capacity) * 100;
};

/** Returns the level of a fullness in percent. */
export const levelOf = (percent: number): 'fine' | 'low' | 'critical' =>
  percent >= limits.critical ? 'critical' : percent >= limits.low ? 'low' : 'fine';
