/** Passwords that are known from data breaches. The list ships with the server; no service is asked. */
export interface BreachedPasswords {
  /** Tells whether exactly this text, in lower case, is on the list. */
  has(password: string): Promise<boolean>;
}
