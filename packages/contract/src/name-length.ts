/** Longest item name, in bytes of UTF-8 (what file systems hold). */
export const nameMaxBytes = 255;
