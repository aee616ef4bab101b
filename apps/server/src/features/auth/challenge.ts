import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { SignInChallengeRow } from '#db/tables/accounts.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { Clock } from '#ports/clock.ts';
import type { NewSession, SecondFactor } from './auth.types.ts';
import { countAnswer, findChallenge, removeChallenge } from './challenges.repo.ts';
import type { DeviceCookie, KnownDevices } from './known-devices.ts';
import { limits } from './limits.rules.ts';
import type { LimitsService } from './limits.ts';
import type { PasswordCheck } from './password-check.ts';
import { hashOf } from './secret-token.rules.ts';
import type { SessionsService } from './sessions.ts';
import { answersPerChallenge } from './sign-in.rules.ts';
import { suspended } from './sign-in.ts';
import type { TwoFactorService } from './two-factor.ts';

export interface ChallengeAnswer {
  /** The token that the sign-in gave the browser. */
  readonly challenge: string | undefined;
  readonly factor: SecondFactor;
  readonly caller: Caller;
  /** The browser's device cookie, as sent. */
  readonly device: string | undefined;
  /** The browser's present session, which ends. */
  readonly replaces: string | undefined;
}

export interface ChallengePassed {
  readonly session: NewSession;
  readonly device: DeviceCookie;
  readonly codesLeft: number;
}

/** @throws two_factor.no_challenge, two_factor.wrong_code, two_factor.unreadable, sign_in.suspended, limit.too_many */
export type PassChallenge = (answer: ChallengeAnswer) => Promise<ChallengePassed>;

export interface ChallengeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly activity: ActivityService;
  readonly limits: LimitsService;
  readonly devices: KnownDevices;
  readonly users: UsersService;
  readonly passwords: PasswordCheck;
  readonly sessions: SessionsService;
  readonly twoFactor: TwoFactorService;
}

/** Completes the second step of a sign-in with two factors. */
export const createPassChallenge = (deps: ChallengeDeps): PassChallenge => {
  const { db, clock, activity, limits: counts, devices, users, passwords, sessions, twoFactor } = deps;

  const find = async (token: string | undefined): Promise<SignInChallengeRow> => {
    const found =
      token === undefined
        ? undefined
        : await findChallenge(db, hashOf(token), { now: clock.now(), most: answersPerChallenge });
    if (found === undefined) throw new AppError('two_factor.no_challenge');
    return found;
  };

  /** Uses the code and the challenge up in the transaction that opens the session. */
  const complete = (
    challenge: SignInChallengeRow,
    { factor, caller, device }: ChallengeAnswer,
  ): Promise<ChallengePassed | undefined> =>
    inTransaction(db, async (trx) => {
      const { user_id: userId } = challenge;
      if (!(await twoFactor.take(trx, userId, factor))) return undefined;
      if (!(await removeChallenge(trx, challenge.token_hash))) throw new AppError('two_factor.no_challenge');
      const codesLeft = await twoFactor.countCodes(trx, userId);
      const record = { actorId: userId, userId, ...caller };
      const isRecovery = 'recovery_code' in factor;
      if (isRecovery)
        await activity.record(trx, {
          kind: 'session.recovery_code_used',
          ...record,
          details: { left: codesLeft },
        });
      const remember = challenge.remember === 1;
      await activity.record(trx, {
        kind: 'session.signed_in',
        ...record,
        details: { method: isRecovery ? 'recovery_code' : 'two_factor', remember },
      });
      return {
        session: await sessions.open(trx, userId, { remember, caller }),
        device: await devices.remember(trx, userId, device),
        codesLeft,
      };
    });

  return async (answer) => {
    const { caller, factor } = answer;
    const challenge = await find(answer.challenge);
    const { user_id: userId } = challenge;
    const user = await users.find(userId);
    const device = user && (await devices.findSignedIn(answer.device, user.email));
    if (device === undefined)
      await counts.count(`two_factor:address:${networkOf(caller.address)}`, limits.codeFromAddress);
    const guesses = device === undefined ? `two_factor:account:${userId}` : `two_factor:device:${device}`;
    await counts.count(guesses, limits.codeOfAccount);
    if (user === undefined || user.deleting_at !== null) throw new AppError('two_factor.no_challenge');
    if (user.status === 'suspended') throw suspended(user);
    if (!(await countAnswer(db, challenge.token_hash, answersPerChallenge)))
      throw new AppError('two_factor.no_challenge');
    const passed = await complete(challenge, answer);
    if (passed === undefined) {
      const reason = 'recovery_code' in factor ? 'wrong_recovery_code' : 'wrong_code';
      activity.gather(
        { kind: 'session.two_factor_failed', actorId: null, userId, ...caller, details: { reason } },
        [userId, networkOf(caller.address), reason],
      );
      throw new AppError('two_factor.wrong_code');
    }
    await counts.forget(guesses);
    await passwords.forgive(user.email, device);
    if (answer.replaces !== undefined) await sessions.end(answer.replaces);
    return passed;
  };
};
