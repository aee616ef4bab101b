/** A sign-in whose password was right waits this long for its second factor, in milliseconds. */
export const challengeFor = 10 * 60_000;
/** Answers that one such sign-in may have. */
export const answersPerChallenge = 5;

const addressShape = /^\S+@\S+$/;

/** What was typed as an address, where it is none of an account: never what could be a password in the wrong field. */
export const typedAddress = (email: string): string | null => (addressShape.test(email) ? email : null);
