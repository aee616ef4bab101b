/** More bytes than any disk has, and few enough to be counted exactly: 1000 TB. */
export const mostBytes = 1e15;

/** A chunk is held by nobody in memory, but proxies and time-outs bound what one request may carry. */
export const chunkSizeLimits = { min: 64 * 1024, max: 1e9 } as const;
