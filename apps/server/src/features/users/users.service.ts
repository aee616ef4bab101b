import type { Role } from '@holdall/contract/permissions';
import type { UserSettingsBody } from '@holdall/contract/users';
import type { Db, Trx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { originOf, type UserActor } from '#lib/actor.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import { createId } from '#ports/ids.ts';
import type { CheckNewPassword } from './password-rule.service.ts';
import {
  findUser,
  findUserByEmailKey,
  insertUser,
  lockAccess,
  updateUser,
  updateUserSettings,
} from './users.repo.ts';
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
  /** Returns the signed-in user's own record. @throws session.required if the account is gone */
  getOwn(actor: UserActor): Promise<UserWithSettings>;
  find(id: string): Promise<UserWithSettings | undefined>;
  findByEmail(email: string): Promise<UserWithSettings | undefined>;
  /**
   * Tells whether a user's password and status are unchanged since they were checked before the transaction, and
   * locks them until it ends.
   */
  isUnchanged(trx: Trx, checked: UserWithSettings): Promise<boolean>;
  /** @returns the new user's id. @throws request.invalid if the address has an account */
  create(on: Db, user: NewUser): Promise<string>;
  /** @throws request.invalid for an unknown language */
  changeOwnSetting(actor: UserActor, change: UserSettingsBody): Promise<void>;
  /** @throws request.invalid if the address has another account */
  changeEmail(on: Db, id: string, email: string): Promise<void>;
  changePassword(on: Db, id: string, passwordHash: string): Promise<void>;
  /** Refuses a weak password. @throws request.invalid */
  readonly checkNewPassword: CheckNewPassword;
  /** Hashes a password for `create`; separate, so that no transaction waits for it. */
  hashPassword(password: string): Promise<string>;
}

export interface UsersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly hasher: PasswordHasher;
  readonly checkNewPassword: CheckNewPassword;
  /** Tells whether the application has messages in a language. */
  readonly hasMessages: (locale: string) => Promise<boolean>;
}

/** Runs a change that may give two accounts one address. @throws request.invalid */
const withFreeEmail = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('email', 'This email already has an account.');
    throw error;
  }
};

export const createUsersService = ({
  db,
  clock,
  events,
  hasher,
  checkNewPassword,
  hasMessages,
}: UsersDeps): UsersService => ({
  getOwn: async (actor) => {
    const user = await findUser(db, actor.id);
    if (user === undefined) throw new AppError('session.required');
    return user;
  },
  find: (id) => findUser(db, id),
  findByEmail: (email) => findUserByEmailKey(db, emailKey(email)),
  isUnchanged: async (trx, checked) => {
    const now = await lockAccess(trx, checked.id);
    return (
      now !== undefined &&
      now.password_hash === checked.password_hash &&
      now.status === checked.status &&
      now.deleting_at === checked.deleting_at
    );
  },
  create: async (trx, { email, passwordHash, role, firstName, lastName }) => {
    const now = clock.now();
    const id = createId(now);
    await withFreeEmail(() =>
      insertUser(
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
      ),
    );
    return id;
  },
  changeOwnSetting: async (actor, change) => {
    const values = 'name' in change ? { [change.name]: change.value } : change;
    if ('locale' in values && !(await hasMessages(String(values.locale))))
      throw invalidField('locale', 'There’s no translation for this language.');
    // The tile's colour belongs to the account, not to its settings, because others see it.
    if ('color' in values) await updateUser(db, actor.id, values);
    else {
      const { mail_guest_changes: mailed, ...others } = values;
      const flags = mailed === undefined ? {} : { mail_guest_changes: mailed ? (1 as const) : (0 as const) };
      await updateUserSettings(db, actor.id, { ...others, ...flags });
    }
    events.publish({ kind: 'account-changed', userId: actor.id, origin: originOf(actor) });
  },
  changeEmail: (on, id, email) =>
    withFreeEmail(() =>
      updateUser(on, id, { email: email.trim(), email_key: emailKey(email), updated_at: clock.now() }),
    ),
  changePassword: (on, id, passwordHash) =>
    updateUser(on, id, { password_hash: passwordHash, updated_at: clock.now() }),
  checkNewPassword,
  hashPassword: (password) => hasher.hash(password),
});
