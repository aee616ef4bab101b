import { passwordLimits } from '@holdall/contract/users';
import { emailKey, type UsersService, type UserWithSettings } from '#features/users/index.ts';
import type { UserActor } from '#lib/actor.ts';
import { invalidField } from '#lib/app-error.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import { limits } from './limits.rules.ts';
import type { LimitsService } from './limits.ts';
import { hashOf } from './secret-token.rules.ts';

export interface PasswordCheck {
  /**
   * Returns the user with this address and password. An unknown address takes as long.
   *
   * @param device the known browser that makes the request; its attempts count separately
   * @throws limit.too_many: each address has ten attempts a minute, whether it has an account or not
   */
  findOwner(guess: {
    readonly email: string;
    readonly password: string;
    readonly device: string | undefined;
  }): Promise<{ readonly user: UserWithSettings | undefined; readonly matches: boolean }>;
  /**
   * Asks a signed-in user for the password. Attempts count by account and session.
   *
   * @throws request.invalid, limit.too_many
   */
  confirm(actor: UserActor, password: string): Promise<UserWithSettings>;
  /**
   * Checks a password against a hash that belongs to no account yet.
   *
   * @param guesses the key that attempts count by. @throws limit.too_many
   */
  verify(hash: string, password: string, guesses: string): Promise<boolean>;
  /** Resets the count of guesses after a right one, in this known browser if it is one. */
  forgive(email: string, device?: string): Promise<void>;
}

export interface PasswordCheckDeps {
  readonly hasher: PasswordHasher;
  readonly users: UsersService;
  readonly limits: LimitsService;
}

const keyOf = (email: string, device: string | undefined): string =>
  device === undefined ? `sign_in:account:${hashOf(emailKey(email))}` : `sign_in:device:${device}`;
/** Counts by session: a stolen session must neither bypass the limit nor lock others out. */
const keyOfSession = ({ id, session = '' }: UserActor): string => `confirm:${id}:${session}`;

export const createPasswordCheck = ({ hasher, users, limits: counts }: PasswordCheckDeps): PasswordCheck => {
  // An unknown address is verified against this hash, so that it takes as long as a known one.
  const decoy = hasher.decoy();
  // No password is longer: it is wrong without being hashed, for every address alike.
  const verify = async (hash: string, password: string): Promise<boolean> =>
    password.length <= passwordLimits.max && hasher.verify(hash, password);
  const forgive = (email: string, device?: string): Promise<void> => counts.forget(keyOf(email, device));
  return {
    forgive,
    findOwner: async ({ email, password, device }) => {
      await counts.count(keyOf(email, device), limits.passwordOfAccount);
      const user = await users.findByEmail(email);
      const matches = await verify(user?.password_hash ?? decoy, password);
      return { user, matches: user !== undefined && matches };
    },
    confirm: async (actor, password) => {
      const user = await users.getOwn(actor);
      const guesses = keyOfSession(actor);
      await counts.count(guesses, limits.passwordOfAccount);
      if (!(await verify(user.password_hash, password)))
        throw invalidField('current_password', 'That’s not your password.');
      await counts.forget(guesses);
      return user;
    },
    verify: async (hash, password, guesses) => {
      await counts.count(`password:${guesses}`, limits.passwordOfAccount);
      return verify(hash, password);
    },
  };
};
