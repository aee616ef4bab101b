import type { Db } from '#db/database.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { actorOf, isInUse } from './auth.policy.ts';
import type { DeviceRow, NewSession } from './auth.types.ts';
import { removeChallengesOf } from './challenges.repo.ts';
import type { LastUse } from './last-use.ts';
import { createSecretToken, hashOf } from './secret-token.rules.ts';
import {
  countLiveSessions,
  findSession,
  insertSession,
  listSessions,
  listSessionsOf,
  listSessionsWithoutFactor,
  removeExpiredSessions,
  removeSession,
  removeSessionsOf,
  renewSession,
  touchSession,
  touchUser,
} from './sessions.repo.ts';
import { isSessionAlive, maxDevices, sessionLimits } from './sessions.rules.ts';

/** Sessions of signed-in browsers. A session is identified by the hash of its token, which alone is stored. */
export interface SessionsService {
  open(
    on: Db,
    userId: string,
    how: { readonly remember: boolean; readonly caller: Caller },
  ): Promise<NewSession>;
  /**
   * Replaces the token of a session, which locks out anybody who knew the old one. Undefined if it has ended.
   *
   * @param formerFor milliseconds for which the old one is still accepted
   */
  renew(session: string, formerFor?: number): Promise<NewSession | undefined>;
  /** Ends the session of a token. @returns the user's id */
  end(token: string): Promise<string | undefined>;
  /** Ends one of a user's own sessions. @returns whether it existed */
  endOne(userId: string, session: string): Promise<boolean>;
  /**
   * Ends all sessions of a user, except one, and sign-ins that await their second factor.
   *
   * @returns the sessions that ended, to be announced after the commit of the transaction
   */
  endAllOf(on: Db, userId: string, except?: string): Promise<string[]>;
  /** Publishes that sessions have ended, for example to their sockets. */
  announce(sessions: readonly string[]): void;
  /** Lists a user's sessions, the latest used first. */
  listOf(userId: string): Promise<DeviceRow[]>;
  /** Counts live sessions by user; a user without one is left out. */
  countLive(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Filters the sessions to those of users who have the second factor that is required of them. */
  listLive(sessions: readonly string[]): Promise<Set<string>>;
  /**
   * Lists sessions of users who lack the second factor that is required of them: the latest used thousand.
   *
   * @param userId restricts them to one user
   */
  listWithoutFactor(userId?: string): Promise<string[]>;
  authenticate(token: string): Promise<UserActor | undefined>;
  sweep(): Promise<void>;
}

export interface SessionsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly lastUse: LastUse;
}

/** Sessions whose connections to another realtime service are ended at once. */
const mostWithoutFactor = 1_000;

export const createSessions = ({ db, clock, events, lastUse }: SessionsDeps): SessionsService => {
  const announce = (sessions: readonly string[]): void => {
    for (const session of sessions) events.publish({ kind: 'session-ended', session });
  };
  return {
    announce,
    open: async (on, userId, { remember, caller }) => {
      const now = clock.now();
      const token = createSecretToken();
      const life = remember ? sessionLimits.rememberedFor : sessionLimits.unrememberedFor;
      await insertSession(on, {
        token_hash: hashOf(token),
        user_id: userId,
        remember: remember ? 1 : 0,
        created_at: now,
        last_seen_at: now,
        expires_at: now + life,
        address: caller.address,
        user_agent: caller.userAgent,
      });
      await touchUser(on, userId, now);
      lastUse.recordVisit(userId);
      return { token, maxAge: remember ? life / 1000 : undefined };
    },
    renew: async (session, formerFor = 0) => {
      const token = createSecretToken();
      const renewed = hashOf(token);
      const formerUntil = clock.now() + formerFor;
      const found = await renewSession(db, session, { renewed, formerUntil });
      if (found === undefined) return undefined;
      events.publish({ kind: 'session-renewed', session, renewed });
      const left = Math.max(0, Math.floor((found.expires_at - clock.now()) / 1000));
      return { token, maxAge: found.remember === 1 ? left : undefined };
    },
    end: async (token) => {
      const found = await findSession(db, hashOf(token), clock.now());
      if (found === undefined) return undefined;
      const { token_hash: session } = found;
      const userId = await removeSession(db, session);
      announce([session]);
      return userId;
    },
    endOne: async (userId, session) => {
      const owner = await removeSession(db, session, userId);
      if (owner !== undefined) announce([session]);
      return owner !== undefined;
    },
    endAllOf: async (on, userId, except) => {
      await removeChallengesOf(on, userId);
      return removeSessionsOf(on, userId, except);
    },
    countLive: (userIds) => countLiveSessions(db, userIds, { now: clock.now(), idle: sessionLimits.idle }),
    listOf: async (userId) => {
      const now = clock.now();
      const found = await listSessionsOf(db, userId, maxDevices);
      return found.filter((session) => isSessionAlive(session, now));
    },
    listLive: async (sessions) => {
      const now = clock.now();
      const found = await listSessions(db, sessions);
      const live = found.filter(
        (session) =>
          isInUse(session) && isSessionAlive(session, now) && session.required_factor !== 'missing',
      );
      return new Set(live.map(({ token_hash: session }) => session));
    },
    listWithoutFactor: (userId) =>
      listSessionsWithoutFactor(db, { now: clock.now(), userId, limit: mostWithoutFactor }),
    authenticate: async (token) => {
      const now = clock.now();
      const found = await findSession(db, hashOf(token), now);
      if (found === undefined || !isInUse(found) || !isSessionAlive(found, now)) return undefined;
      const { token_hash: session } = found;
      if (now - found.last_seen_at > sessionLimits.touchEvery)
        lastUse.record(`session ${session}`, found.user_id, () => touchSession(db, session, now));
      return actorOf(found, { session });
    },
    sweep: () => removeExpiredSessions(db, clock.now()),
  };
};
