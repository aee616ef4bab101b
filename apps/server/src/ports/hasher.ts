/** Slow, salted password hashes (OWASP ASVS 5.0, chapter 11). */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes the same time for a wrong password as for a right one. */
  verify(hash: string, password: string): Promise<boolean>;
}
