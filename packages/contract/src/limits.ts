/** Limits, without schemas, so that pages can have them, too. */

/**
 * Limits of images without their schemas, so that the page can have them, too: bytes and pixels of an image that is
 * sent to become an avatar or a logo.
 */
export const imageByteLimit = 10 * 1024 * 1024;
export const imagePixelLimit = 50_000_000;

/** Files that the list of recent uploads holds, as it is answered unasked, and the most that may be asked for. */
export const latestLimits = { default: 100, max: 500 } as const;

/** Longest item name, in bytes of UTF-8 (what file systems hold). */
export const nameMaxBytes = 255;

/** Characters of a password. */
export const passwordLimits = { min: 8, max: 256 } as const;

/** Characters of a reason at the most. */
export const reasonLimit = 300;

/** Defaults of a request for files: anybody with its link can send. Files and bytes in all. */
export const requestDefaults = { max_files: 1_000, max_size: 10_000_000_000 } as const;

/** More bytes than any disk has, and few enough to be counted exactly: 1000 TB. */
export const mostBytes = 1e15;

/** A chunk is held by nobody in memory, but proxies and time-outs bound what one request may carry. */
export const chunkSizeLimits = { min: 64 * 1024, max: 1e9 } as const;

/** Folders of one level that a call for the tree answers; `meta.total` tells of more. */
export const treeLimit = 1000;

/** Users in one page of the table (product.md). */
export const usersPage = 25;
