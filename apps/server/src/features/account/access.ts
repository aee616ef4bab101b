import type { TokenScope } from '@holdall/contract/account';
import { inTransaction } from '#db/in-transaction.ts';
import type { ApiTokenRow } from '#db/tables/accounts.ts';
import type { DeviceRow } from '#features/auth/index.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { AccountDeps, Owner } from './account.types.ts';
import { recheckAccount } from './recheck-account.ts';

export interface NewTokenInput {
  readonly current_password: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly expires_in_days?: number | undefined;
}

/** The other ways to act for a user: access tokens of their programs, and sessions of their other browsers. */
export interface AccessChange {
  listTokens(userId: string): Promise<ApiTokenRow[]>;
  /** @returns the token, this once. @throws request.invalid, token.too_many, limit.too_many */
  createToken(
    owner: Owner,
    input: NewTokenInput,
  ): Promise<{ readonly token: string; readonly row: ApiTokenRow }>;
  /** @throws token.not_found */
  revokeToken(owner: Owner, id: string): Promise<void>;
  listDevices(userId: string): Promise<DeviceRow[]>;
  /**
   * Asks for the password to end another session, because a thief of one session could otherwise lock its owner
   * out.
   *
   * @throws session.not_found, request.invalid, limit.too_many
   */
  endSession(owner: Owner, session: string, password: string | undefined): Promise<void>;
  /** @returns how many ended. @throws request.invalid, limit.too_many */
  endOtherSessions(owner: Owner, password: string): Promise<number>;
}

export const createAccessChange = ({ db, users, auth, activity }: AccountDeps): AccessChange => ({
  listTokens: (userId) => auth.apiTokens.listOf(userId),
  createToken: async ({ actor, caller }, input) => {
    const user = await auth.passwords.confirm(actor, input.current_password);
    const { name, scope, expires_in_days: expiresInDays } = input;
    return inTransaction(db, async (trx) => {
      await recheckAccount(users, trx, user);
      const made = await auth.apiTokens.create(trx, actor.id, { name, scope, expiresInDays });
      const expiresAt = made.row.expires_at;
      await activity.record(trx, {
        kind: 'account.token_created',
        actorId: actor.id,
        userId: actor.id,
        ...caller,
        details: {
          name,
          scope,
          expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
        },
      });
      return made;
    });
  },
  revokeToken: async ({ actor, caller }, id) =>
    inTransaction(db, async (trx) => {
      const name = await auth.apiTokens.remove(trx, actor.id, id);
      if (name === undefined) throw new AppError('token.not_found');
      await activity.record(trx, {
        kind: 'account.token_revoked',
        actorId: actor.id,
        userId: actor.id,
        ...caller,
        details: { name },
      });
    }),
  listDevices: (userId) => auth.sessions.listOf(userId),
  endSession: async ({ actor, caller }, session, password) => {
    if (session !== actor.session) {
      const own = await auth.sessions.listOf(actor.id);
      if (!own.some(({ token_hash: hash }) => hash === session)) throw new AppError('session.not_found');
      if (password === undefined) throw invalidField('current_password', 'Enter your password.');
      await auth.passwords.confirm(actor, password);
    }
    if (!(await auth.sessions.endOne(actor.id, session))) throw new AppError('session.not_found');
    await activity.record(db, {
      kind: 'session.ended',
      actorId: actor.id,
      userId: actor.id,
      ...caller,
      details: { reason: 'owner', count: 1 },
    });
  },
  endOtherSessions: async ({ actor, caller }, password) => {
    await auth.passwords.confirm(actor, password);
    const ended = await inTransaction(db, async (trx) => {
      const sessions = await auth.sessions.endAllOf(trx, actor.id, actor.session);
      if (sessions.length > 0)
        await activity.record(trx, {
          kind: 'session.ended',
          actorId: actor.id,
          userId: actor.id,
          ...caller,
          details: { reason: 'owner', count: sessions.length },
        });
      return sessions;
    });
    auth.sessions.announce(ended);
    return ended.length;
  },
});
