/** Milliseconds for which links that have ended are still told of. */
export const historyFor = 30 * 24 * 60 * 60_000;
