/** Characters of an entry of the list of blocked types at the most. */
export const blockedTypeLimit = 100;

const pattern = /^[a-z0-9][a-z0-9.+-]*(\/([a-z0-9][a-z0-9.+-]*|\*))?$/;

/** A blocked type as it is kept: `image/png`, `image/*`, or an extension, whose dot is left out. */
export const blockedTypeOf = (written: string): string => written.trim().toLowerCase().replace(/^\./, '');

/** Tells whether an entry as it is kept is one that could be. */
export const isBlockedType = (entry: string): boolean =>
  entry.length <= blockedTypeLimit && pattern.test(entry);
