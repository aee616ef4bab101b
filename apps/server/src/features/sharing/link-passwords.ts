import { linkPasswordLimits } from '@holdall/contract/link-limits';
import { limits, type LimitsService } from '#features/auth/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { invalidField } from '#lib/app-error.ts';
import type { BreachedPasswords } from '#ports/breached-passwords.ts';
import type { PasswordHasher } from '#ports/hasher.ts';

/**
 * Hashes the password of a link; null if there is none.
 *
 * @throws limit.too_many, and request.invalid for a short one that is known from data breaches
 */
export type HashLinkPassword = (
  actor: UserActor,
  password: string | null | undefined,
) => Promise<string | null>;

export const createLinkPasswords =
  ({
    hasher,
    breached,
    limits: counted,
  }: {
    readonly hasher: PasswordHasher;
    readonly breached: BreachedPasswords;
    readonly limits: LimitsService;
  }): HashLinkPassword =>
  async (actor, password) => {
    if (password === undefined || password === null) return null;
    await counted.count(`link_password:${actor.id}`, limits.linkPasswordsSet);
    const isShort = password.length < linkPasswordLimits.digits;
    if (isShort && (await breached.has(password.normalize('NFKC').toLowerCase())))
      throw invalidField(
        'password',
        `This password appears in known data breaches. Choose another one, or use at least ${linkPasswordLimits.digits} characters.`,
      );
    return hasher.hash(password, 'link');
  };
