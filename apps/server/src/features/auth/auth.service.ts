import type { Db } from '#db/database.ts';
import type { ActivityService } from '#features/activity/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import type { Credential } from '#http/request-context.ts';
import type { BotCheck } from '#ports/bot-check.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import type { Sealer } from '#ports/sealer.ts';
import { type ApiTokensService, createApiTokens } from './api-tokens.ts';
import { type BotGuard, createBotGuard } from './bot-guard.ts';
import { createPassChallenge, type PassChallenge } from './challenge.ts';
import { removeExpiredChallenges } from './challenges.repo.ts';
import { createKnownDevices, type KnownDevices } from './known-devices.ts';
import { createLastUse } from './last-use.ts';
import { createLimits, type LimitsService } from './limits.ts';
import { createPasswordCheck, type PasswordCheck } from './password-check.ts';
import { createSessions, type SessionsService } from './sessions.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { createTwoFactor, type TwoFactorService } from './two-factor.ts';

/** Authentication: sessions, access tokens, passwords and second factors. */
export interface AuthService {
  readonly signIn: SignIn;
  readonly passChallenge: PassChallenge;
  signOut(token: string, caller: Caller): Promise<void>;
  /** Returns the user of a credential; undefined for an expired or unknown one. */
  authenticate(credential: Credential): Promise<UserActor | undefined>;
  /** Filters the sessions to those of users who have the second factor that is required of them. */
  listLive(sessions: readonly string[]): Promise<Set<string>>;
  readonly sessions: SessionsService;
  readonly apiTokens: ApiTokensService;
  readonly twoFactor: TwoFactorService;
  readonly devices: KnownDevices;
  readonly passwords: PasswordCheck;
  readonly limits: LimitsService;
  readonly botGuard: BotGuard;
  /** Deletes expired rows. */
  sweep(): Promise<void>;
  /** Resolves when the last uses of sessions and tokens are recorded. */
  settled(): Promise<void>;
}

export interface AuthDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly sealer: Sealer;
  readonly botCheck: BotCheck;
  readonly users: UsersService;
  readonly activity: ActivityService;
  readonly events: Events;
  /** The secret of the bot-protection service; undefined: it is off. */
  readonly botSecret: () => Promise<string | undefined>;
  /** The public address, if it is known. */
  readonly publicOrigin: () => string | undefined;
  /** Receives failures that do not prevent a sign-in. */
  readonly onError: (error: unknown) => void;
}

export const createAuthService = (deps: AuthDeps): AuthService => {
  const { db, clock, activity } = deps;
  const lastUse = createLastUse({ db, now: () => clock.now() });
  const sessions = createSessions({ ...deps, lastUse });
  const apiTokens = createApiTokens({ ...deps, lastUse });
  const twoFactor = createTwoFactor(deps);
  const limits = createLimits(deps);
  const devices = createKnownDevices(deps);
  const passwords = createPasswordCheck({ ...deps, limits });
  const botGuard = createBotGuard(deps);
  const parts = { ...deps, limits, devices, passwords, botGuard, sessions, twoFactor };
  return {
    sessions,
    apiTokens,
    twoFactor,
    devices,
    limits,
    passwords,
    botGuard,
    signIn: createSignIn(parts),
    passChallenge: createPassChallenge(parts),
    signOut: async (token, caller) => {
      const userId = await sessions.end(token);
      if (userId !== undefined)
        await activity.record(db, { kind: 'session.signed_out', actorId: userId, userId, ...caller });
    },
    authenticate: ({ kind, token }) =>
      kind === 'bearer' ? apiTokens.authenticate(token) : sessions.authenticate(token),
    listLive: (names) => sessions.listLive(names),
    sweep: async () => {
      await sessions.sweep();
      await removeExpiredChallenges(db, clock.now());
      await apiTokens.sweep();
      await devices.sweep();
      await limits.sweep();
    },
    settled: () => lastUse.settled(),
  };
};
