/** Milliseconds that a sign-in with the right password awaits its second factor. */
export const challengeFor = 10 * 60_000;
/** Answers that one such sign-in may have. */
export const answersPerChallenge = 5;

const addressShape = /^\S+@\S+$/;

/** Returns a typed address that belongs to no account; null if it may be a password in the wrong field. */
export const typedAddress = (email: string): string | null => (addressShape.test(email) ? email : null);
