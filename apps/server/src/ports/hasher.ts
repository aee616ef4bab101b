/** The queue of a password: those of links, which are public, delay no sign-in. */
export type HashLane = 'account' | 'link';

/** Slow, salted password hashes (OWASP ASVS 5.0, chapter 11). */
export interface PasswordHasher {
  /** @param lane `account` by default */
  hash(password: string, lane?: HashLane): Promise<string>;
  /** A hash that is of no password, and takes as long to be verified as any. Costs nothing to make. */
  decoy(): string;
  /** Takes the same time for a wrong password as for a right one. */
  verify(hash: string, password: string, lane?: HashLane): Promise<boolean>;
}
