/** Hours after which a link ends, as they are offered (specification section 9). */
export const expirationHours = [1, 2, 6, 12, 24, 48, 168] as const;

/** Characters of a link's password; `digits` is the least where it has nothing but digits. */
export const linkPasswordLimits = { min: 6, digits: 8, max: 1024 } as const;

/** Characters that a link's password must have. One shorter than `digits` is refused, too, where it is known from data breaches. */
export const leastOfLinkPassword = (password: string): number =>
  /^\p{Nd}+$/u.test(password) ? linkPasswordLimits.digits : linkPasswordLimits.min;

export const isLinkPasswordLongEnough = (password: string): boolean =>
  password.length >= leastOfLinkPassword(password);

/** Downloads that a link can be limited to. */
export const downloadLimitMax = 1_000_000;

/** Items of a collection. */
export const collectionItemsMax = 500;

/** People that a link can be sent to at once. */
export const mailedAtOnce = 20;

/** Live links that one item can have, and characters of a link's label. */
export const linksOfItemMax = 20;
export const linkLabelMax = 60;

/** Years until the latest end of a link that can be chosen. */
export const linkYearsMax = 10;

/** Links that one call can end. */
export const revokedAtOnce = 1000;

/** Characters of a message that goes with a link. */
export const linkNoteMax = 1000;
