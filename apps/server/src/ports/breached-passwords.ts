/** Passwords that are known from data breaches; the list is shipped with the server, nothing is asked elsewhere. */
export interface BreachedPasswords {
  /** Whether this very text, in lower case, is on the list. */
  has(password: string): Promise<boolean>;
}
