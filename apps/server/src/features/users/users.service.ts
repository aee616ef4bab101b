import type { Role } from '@holdall/contract/permissions';
import type { UserSettingsBody } from '@holdall/contract/users';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { UserRow } from '#db/tables/users.ts';
import type { UserActor } from '#http/actor.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import { createId } from '#ports/ids.ts';
import { findUser, findUserByEmailKey, insertUser, updateUser, updateUserSettings } from './users.repo.ts';
import { avatarColor, emailKey } from './users.rules.ts';
import type { UserWithSettings } from './users.types.ts';

export interface NewUser {
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly firstName: string;
  readonly lastName: string;
}

export interface UsersService {
  /** The signed-in user's own record. @throws session.required where the account is gone */
  getOwn(actor: UserActor): Promise<UserWithSettings>;
  findByEmail(email: string): Promise<UserRow | undefined>;
  /** @returns the new user's id. @throws request.invalid where the address has an account */
  create(on: Db, user: NewUser): Promise<string>;
  changeOwnSetting(actor: UserActor, change: UserSettingsBody): Promise<void>;
  /** Hashes a password for `create`: kept apart, so that no transaction waits for it. */
  hashPassword(password: string): Promise<string>;
}

export interface UsersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
}

export const createUsersService = ({ db, clock, hasher }: UsersDeps): UsersService => ({
  getOwn: async (actor) => {
    const user = await findUser(db, actor.id);
    if (user === undefined) throw new AppError('session.required');
    return user;
  },
  findByEmail: (email) => findUserByEmailKey(db, emailKey(email)),
  create: async (trx, { email, passwordHash, role, firstName, lastName }) => {
    const now = clock.now();
    const id = createId(now);
    try {
      await insertUser(
        trx,
        {
          id,
          email: email.trim(),
          email_key: emailKey(email),
          password_hash: passwordHash,
          role,
          status: 'active',
          color: avatarColor(id),
          can_upload: 1,
          can_download: 1,
          can_create_folder: 1,
          restriction_reason: null,
          created_at: now,
          updated_at: now,
        },
        {
          user_id: id,
          first_name: firstName,
          last_name: lastName,
          theme_mode: null,
          emoji_type: null,
          locale: null,
        },
      );
    } catch (error) {
      if (isUniqueViolation(error)) throw invalidField('email', 'This e-mail has an account already.');
      throw error;
    }
    return id;
  },
  changeOwnSetting: async (actor, change) => {
    const values = 'name' in change ? { [change.name]: change.value } : change;
    // The tile's colour is the account's own, not one of its settings: others see it, too.
    if ('color' in values) await updateUser(db, actor.id, values);
    else await updateUserSettings(db, actor.id, values);
  },
  hashPassword: (password) => hasher.hash(password),
});
