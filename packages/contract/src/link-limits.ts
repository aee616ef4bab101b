/** Hours after which a link ends, as they are offered (specification section 9). */
export const expirationHours = [1, 2, 6, 12, 24, 48, 168] as const;

/** Of a link's password. */
export const linkPasswordLimits = { min: 4, max: 1024 } as const;

/** Downloads that a link can be limited to. */
export const downloadLimitMax = 1_000_000;

/** Items of a collection. */
export const collectionItemsMax = 500;

/** People that a link can be sent to at once. */
export const mailedAtOnce = 20;

/** Links that one call can end. */
export const revokedAtOnce = 1000;

/** Characters of a message that goes with a link. */
export const linkNoteMax = 1000;
