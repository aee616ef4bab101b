import { randomBytes } from 'node:crypto';
import type { createUser } from '@holdall/contract/admin-users';
import type { BodyOf } from '@holdall/contract/endpoint';
import type { HandedLink } from '#features/account/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import type { UsersService } from '#features/users/index.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { LockUser } from './user-lock.ts';
import { auditFieldsOf } from './users-changes.ts';
import type { Administrator, Credentials, RecordActivity } from './users.types.ts';

type NewUser = BodyOf<typeof createUser>;

/** Changes of a user's credentials by administrators. Each is recorded. */
export interface UsersAccess {
  /**
   * Creates an account: with a password, or with an invitation to choose one.
   *
   * @returns its id. @throws request.invalid
   */
  create(admin: Administrator, input: NewUser): Promise<string>;
  /** @throws user.suspended, limit.too_many */
  sendPasswordReset(admin: Administrator, id: string): Promise<void>;
  /**
   * Creates a link to a new password that the administrator hands over, and that replaces the one before it. Not
   * for their own account, whose password would change without asking for the current one.
   *
   * @throws user.yourself, user.suspended; request.invalid for a wrong password of the administrator's own,
   *   limit.too_many
   */
  createResetLink(admin: Administrator, id: string, ownPassword: string): Promise<HandedLink>;
  /** Creates such a link for a user who has never signed in. @throws user.signed_in_before, user.suspended */
  createInvitationLink(admin: Administrator, id: string): Promise<HandedLink>;
  /** @returns how many there were */
  endSessions(admin: Administrator, id: string): Promise<number>;
  /** @throws request.invalid for a wrong password of the administrator's own, limit.too_many */
  resetTwoFactor(admin: Administrator, id: string, ownPassword: string): Promise<void>;
}

export interface UsersAccessDeps {
  readonly users: UsersService;
  readonly usage: UsageService;
  readonly jobs: Pick<JobsService, 'nudge'>;
  readonly lockUser: LockUser;
  /** As `lockUser`, and tells the user's open pages. */
  readonly announceLocked: LockUser;
  readonly credentials: Credentials;
  readonly record: RecordActivity;
}

export const createUsersAccess = ({
  users,
  usage,
  jobs,
  lockUser,
  announceLocked,
  credentials,
  record,
}: UsersAccessDeps): UsersAccess => {
  /** Returns the hash input of an invited account until its owner chooses a password; it is unknown to everybody. */
  const unusable = (): string => randomBytes(32).toString('base64url');

  const passwordOf = async (input: NewUser): Promise<string> => {
    if (input.invite) {
      if (input.password === undefined) return unusable();
      throw invalidField('password', 'Invited users choose their own password.');
    }
    const { password } = input;
    if (password === undefined)
      throw invalidField('password', 'Enter a password, or send an invitation instead.');
    if (input.password_confirmation !== password)
      throw invalidField('password_confirmation', 'The passwords don’t match.');
    await credentials.checkNewPassword(password, [input.email, input.first_name, input.last_name]);
    return password;
  };

  return {
    create: async (admin, input) => {
      const passwordHash = await users.hashPassword(await passwordOf(input));
      const { email, role, first_name: firstName, last_name: lastName } = input;
      const id = await lockUser(admin.actor, admin.actor.id, async ({ trx }) => {
        const made = await users.create(trx, { email, role, firstName, lastName, passwordHash });
        if (input.capacity !== 'default') await usage.setCapacity(made, input.capacity, trx);
        const details = { email, role };
        await record(trx, { ...auditFieldsOf(admin, made), kind: 'user.created', details });
        if (input.invite)
          await credentials.mailPasswordLink(trx, { id: made, email, locale: null }, 'welcome');
        return made;
      });
      jobs.nudge();
      return id;
    },
    sendPasswordReset: async (admin, id) => {
      await lockUser(admin.actor, id, async ({ trx, user }) => {
        if (user.status !== 'active') throw new AppError('user.suspended');
        await credentials.mailPasswordLink(trx, user, 'password_reset');
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.reset_sent' });
      });
      jobs.nudge();
    },
    createResetLink: async (admin, id, ownPassword) => {
      if (id === admin.actor.id) throw new AppError('user.yourself');
      await credentials.confirmPassword(admin.actor, ownPassword);
      return lockUser(admin.actor, id, async ({ trx, user }) => {
        if (user.status !== 'active') throw new AppError('user.suspended');
        const link = await credentials.handOverPasswordLink(trx, user, 'password_reset');
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.reset_link_created' });
        return link;
      });
    },
    createInvitationLink: (admin, id) =>
      lockUser(admin.actor, id, async ({ trx, user }) => {
        if (user.status !== 'active') throw new AppError('user.suspended');
        // A link that lasts seven days must not take over an account in use.
        if (user.seen_at !== null) throw new AppError('user.signed_in_before');
        const link = await credentials.handOverPasswordLink(trx, user, 'welcome');
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.invitation_link_created' });
        return link;
      }),
    endSessions: async (admin, id) => {
      const ended = await lockUser(admin.actor, id, async ({ trx }) => {
        const sessions = await credentials.endSessionsOf(trx, id);
        const details = { count: sessions.length };
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.sessions_ended', details });
        return sessions;
      });
      credentials.announce(ended);
      return ended.length;
    },
    resetTwoFactor: async (admin, id, ownPassword) => {
      await credentials.confirmPassword(admin.actor, ownPassword);
      await announceLocked(admin.actor, id, async ({ trx, user }) => {
        if (!(await credentials.removeTwoFactor(trx, id))) return;
        await credentials.mailTwoFactorOff(trx, user);
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.two_factor_reset' });
      });
      jobs.nudge();
    },
  };
};
