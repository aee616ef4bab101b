import { invalidField } from '#lib/app-error.ts';
import type { BreachedPasswords } from '#ports/breached-passwords.ts';
import { isMadeOf, isRepetition, spellingsOf } from './password.rules.ts';

/**
 * Refuses passwords that attackers try first; the contract checks their length. There are no rules about the
 * characters that a password must have (NIST SP 800-63B, section 3.1.1.2).
 *
 * @param known public facts about the owner: the e-mail, the name
 * @throws request.invalid for the field `password`
 */
export type CheckNewPassword = (password: string, known: readonly string[]) => Promise<void>;

export interface PasswordRuleDeps {
  readonly breached: BreachedPasswords;
  /** Returns the application's name, which attackers know. */
  readonly title: () => Promise<string>;
}

export const createPasswordRule =
  ({ breached, title }: PasswordRuleDeps): CheckNewPassword =>
  async (password, known) => {
    if (isMadeOf(password, [...known, await title()])) {
      throw invalidField(
        'password',
        'This password is too easy to guess from your email, your name or the name of this app. Choose another one.',
      );
    }
    const found = await Promise.all(spellingsOf(password).map((spelling) => breached.has(spelling)));
    if (isRepetition(password) || found.includes(true))
      throw invalidField('password', 'This password appears in known data breaches. Choose another one.');
  };
