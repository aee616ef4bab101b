/** Milliseconds for which ended links are still listed. */
export const historyFor = 30 * 24 * 60 * 60_000;
