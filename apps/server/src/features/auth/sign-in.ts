import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UserRow } from '#db/tables/users.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { Clock } from '#ports/clock.ts';
import type { NewSession } from './auth.types.ts';
import type { BotGuard } from './bot-guard.ts';
import { insertChallenge, removeChallenge } from './challenges.repo.ts';
import type { DeviceCookie, KnownDevices } from './known-devices.ts';
import { limits } from './limits.rules.ts';
import type { LimitsService } from './limits.ts';
import type { PasswordCheck } from './password-check.ts';
import { createSecretToken, hashOf } from './secret-token.rules.ts';
import type { SessionsService } from './sessions.ts';
import { challengeFor, typedAddress } from './sign-in.rules.ts';
import type { TwoFactorService } from './two-factor.ts';

/** Credentials of the browser that the sign-in replaces, so that planted ones do not survive. */
export interface Replaced {
  readonly session: string | undefined;
  readonly challenge: string | undefined;
}

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  readonly recaptcha?: string | undefined;
  readonly caller: Caller;
  /** The browser's device cookie, as sent. */
  readonly device: string | undefined;
  readonly replaces: Replaced;
}

/** A session, or the token of a sign-in that awaits its second factor, which is not a session. */
export type SignedIn =
  | { readonly session: NewSession; readonly device: DeviceCookie }
  | { readonly challenge: string };

/** @throws sign_in.failed, sign_in.suspended, limit.too_many, bot.refused */
export type SignIn = (attempt: SignInAttempt) => Promise<SignedIn>;

export interface SignInDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly activity: ActivityService;
  readonly limits: LimitsService;
  readonly devices: KnownDevices;
  readonly users: UsersService;
  readonly passwords: PasswordCheck;
  readonly botGuard: BotGuard;
  readonly sessions: SessionsService;
  readonly twoFactor: TwoFactorService;
}

/** Returns why a user cannot sign in, in the administrator's words if there are any. */
export const suspended = ({ suspended_reason: reason }: Pick<UserRow, 'suspended_reason'>): AppError =>
  new AppError(
    'sign_in.suspended',
    reason === null || reason === '' ? {} : { message: `Your account is suspended: ${reason}` },
  );

export const createSignIn = (deps: SignInDeps): SignIn => {
  const {
    db,
    clock,
    activity,
    limits: counts,
    devices,
    users,
    passwords,
    botGuard,
    sessions,
    twoFactor,
  } = deps;

  const challenge = async (trx: Trx, userId: string, remember: boolean): Promise<string> => {
    const token = createSecretToken();
    const now = clock.now();
    await insertChallenge(trx, {
      token_hash: hashOf(token),
      user_id: userId,
      remember: remember ? 1 : 0,
      created_at: now,
      expires_at: now + challengeFor,
    });
    return token;
  };

  return async ({ email, password, remember, recaptcha, caller, device: cookie, replaces }) => {
    const device = await devices.find(cookie, email);
    // A known browser is counted by itself: others behind its address must not use up its attempts.
    if (device === undefined)
      await counts.count(`sign_in:address:${networkOf(caller.address)}`, limits.passwordFromAddress);
    await botGuard.check({ token: recaptcha, address: caller.address, action: 'sign_in', onOutage: 'pass' });
    const { user, matches } = await passwords.findOwner({ email, password, device });
    const failed = (reason: string): void => {
      const typed = user === undefined ? { email: typedAddress(email) } : {};
      activity.gather(
        {
          kind: 'session.failed',
          actorId: null,
          userId: user?.id ?? null,
          ...caller,
          details: { reason, ...typed },
        },
        [user?.id, typed.email, networkOf(caller.address), reason],
      );
    };
    if (user === undefined || !matches || user.deleting_at !== null) {
      failed(user === undefined ? 'unknown_address' : 'wrong_password');
      throw new AppError('sign_in.failed');
    }
    if (user.status === 'suspended') {
      failed('suspended');
      throw suspended(user);
    }
    const signedIn = await inTransaction(db, async (trx): Promise<SignedIn | undefined> => {
      // The check takes a while: a password that has changed meanwhile has also ended all sessions.
      if (!(await users.isUnchanged(trx, user))) return undefined;
      if (replaces.challenge !== undefined) await removeChallenge(trx, hashOf(replaces.challenge));
      if (await twoFactor.isOn(trx, user.id)) return { challenge: await challenge(trx, user.id, remember) };
      await activity.record(trx, {
        kind: 'session.signed_in',
        actorId: user.id,
        userId: user.id,
        ...caller,
        details: { method: 'password', remember },
      });
      return {
        session: await sessions.open(trx, user.id, { remember, caller }),
        device: await devices.remember(trx, user.id, cookie),
      };
    });
    if (signedIn === undefined) {
      failed('wrong_password');
      throw new AppError('sign_in.failed');
    }
    if ('session' in signedIn) {
      await passwords.forgive(email, device);
      if (replaces.session !== undefined) await sessions.end(replaces.session);
    }
    return signedIn;
  };
};
