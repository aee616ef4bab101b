import type { Role } from '@holdall/contract/permissions';
import { email as emailSchema, newPassword } from '@holdall/contract/users';
import { z } from 'zod';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UsersService, UserWithSettings } from '#features/users/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { updateManaged } from './users.repo.ts';
import type { Credentials, RecordActivity } from './users.types.ts';

/** An account that the operator of the server creates. */
export const operatorsUser = z.strictObject({
  email: emailSchema,
  password: newPassword,
  firstName: z.string().trim().max(100),
  lastName: z.string().trim().max(100),
  role: z.enum(['admin', 'user']),
});
export type OperatorsUser = z.input<typeof operatorsUser>;

/** The account after a change. */
export interface OperatorResult {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Sessions that ended. */
  readonly sessions: number;
}

/**
 * Changes of accounts by the operator of the server without signing in, for example when no administrator can. They
 * are recorded without an actor.
 */
export interface Operator {
  /** @throws z.ZodError, request.invalid */
  create(user: OperatorsUser): Promise<OperatorResult>;
  /**
   * Sets another password; sessions, access tokens and mailed links end.
   *
   * @throws user.not_found; request.invalid for a password that is easy to guess
   */
  resetPassword(
    email: string,
    input: { readonly password: string; readonly twoFactorOff: boolean },
  ): Promise<OperatorResult>;
  /** Makes a user an administrator, and lifts their suspension. @throws user.not_found, user.deleting */
  promote(email: string): Promise<OperatorResult>;
}

export interface OperatorDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly users: UsersService;
  readonly credentials: Credentials;
  readonly record: RecordActivity;
}

export const createOperator = ({ db, clock, users, credentials, record }: OperatorDeps): Operator => {
  const find = async (email: string): Promise<UserWithSettings> => {
    const user = await users.findByEmail(email);
    if (user === undefined) throw new AppError('user.not_found');
    if (user.deleting_at !== null) throw new AppError('user.deleting');
    return user;
  };
  const auditFieldsOf = (userId: string) => ({ actorId: null, userId });

  const setPassword = async (trx: Trx, user: UserWithSettings, passwordHash: string): Promise<string[]> => {
    await users.changePassword(trx, user.id, passwordHash);
    await credentials.revokeLinksOf(trx, user.id);
    await credentials.revokeTokensOf(trx, user.id);
    const ended = [...(await credentials.endSessionsOf(trx, user.id))];
    const details = { sessions_ended: ended.length };
    await record(trx, { ...auditFieldsOf(user.id), kind: 'account.password_reset', details });
    return ended;
  };

  return {
    create: async (user) => {
      const { email, password, firstName, lastName, role } = operatorsUser.parse(user);
      await users.checkNewPassword(password, [email, firstName, lastName]);
      const passwordHash = await users.hashPassword(password);
      const id = await inTransaction(db, async (trx) => {
        const made = await users.create(trx, { email, passwordHash, role, firstName, lastName });
        await record(trx, { ...auditFieldsOf(made), kind: 'user.created', details: { email, role } });
        return made;
      });
      return { id, email, role, sessions: 0 };
    },
    resetPassword: async (email, { password, twoFactorOff }) => {
      const user = await find(email);
      newPassword.parse(password);
      await users.checkNewPassword(password, [user.email, user.first_name, user.last_name]);
      const passwordHash = await users.hashPassword(password);
      const ended = await inTransaction(db, async (trx) => {
        const sessions = await setPassword(trx, user, passwordHash);
        if (twoFactorOff && (await credentials.removeTwoFactor(trx, user.id)))
          await record(trx, { ...auditFieldsOf(user.id), kind: 'user.two_factor_reset' });
        return sessions;
      });
      credentials.announce(ended);
      return { id: user.id, email: user.email, role: user.role, sessions: ended.length };
    },
    promote: async (email) => {
      const user = await find(email);
      const ended = await inTransaction(db, async (trx) => {
        if (user.status === 'suspended') {
          await updateManaged(trx, user.id, {
            status: 'active',
            suspended_reason: null,
            updated_at: clock.now(),
          });
          await record(trx, { ...auditFieldsOf(user.id), kind: 'user.reactivated' });
        }
        if (user.role === 'admin') return [];
        await updateManaged(trx, user.id, { role: 'admin', updated_at: clock.now() });
        const details = { from: user.role, to: 'admin' };
        await record(trx, { ...auditFieldsOf(user.id), kind: 'user.role_changed', details });
        return credentials.endSessionsOf(trx, user.id);
      });
      credentials.announce(ended);
      return { id: user.id, email: user.email, role: 'admin', sessions: ended.length };
    },
  };
};
