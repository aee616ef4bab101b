import { createHash, randomBytes } from 'node:crypto';
import { passwordLimits } from '@holdall/contract/users';
import type { Db } from '#db/database.ts';
import type { UsersService } from '#features/users/index.ts';
import { emailKey } from '#features/users/index.ts';
import type { UserActor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { PasswordHasher } from '#ports/hasher.ts';
import {
  countEvent,
  findSession,
  forgetEvents,
  insertSession,
  listSessions,
  removeExpired,
  removeSession,
  touchSession,
} from './auth.repo.ts';
import { isSessionAlive, sessionLimits, signInLimits } from './auth.rules.ts';

/** 256 random bits, base64url. */
const tokenBytes = 32;

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  readonly address: string;
  readonly userAgent: string;
  /** The session that the browser has already; it ends, so that nobody can plant one. */
  readonly replaces: string | undefined;
}

export interface NewSession {
  readonly token: string;
  /** Seconds the cookie lives; undefined: until the browser closes. */
  readonly maxAge: number | undefined;
}

export interface AuthService {
  /** @throws sign_in.failed, sign_in.suspended, limit.too_many */
  signIn(attempt: SignIn): Promise<NewSession>;
  signOut(token: string): Promise<void>;
  /** Names a session without its token: what is bound to it can be ended with it. */
  sessionOf(token: string): string;
  /** Those of the sessions that stand for somebody now. */
  listLive(sessions: readonly string[]): Promise<Set<string>>;
  /** Who a session token stands for; undefined for a dead or unknown one. */
  authenticate(token: string): Promise<UserActor | undefined>;
  /** Forgets what has expired. */
  sweep(): Promise<void>;
  /** Resolves when the last uses of sessions are written down. */
  settled(): Promise<void>;
}

export interface AuthDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly users: UsersService;
  readonly events: Events;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const createAuthService = ({ db, clock, hasher, users, events }: AuthDeps): AuthService => {
  // An unknown address is verified against this, so that it takes as long as a known one.
  const decoy = hasher.hash(randomBytes(tokenBytes).toString('base64url'));
  decoy.catch(() => undefined);

  const limit = async (key: string, most: number): Promise<void> => {
    const now = clock.now();
    const { count, window_start: start } = await countEvent(db, key, { now, window: signInLimits.window });
    if (count <= most) return;
    throw new AppError('limit.too_many', {
      retryAfter: Math.max(1, Math.ceil((start + signInLimits.window - now) / 1000)),
    });
  };

  const openSession = async (userId: string, attempt: SignIn): Promise<NewSession> => {
    const now = clock.now();
    const token = randomBytes(tokenBytes).toString('base64url');
    const life = attempt.remember ? sessionLimits.rememberedFor : sessionLimits.unrememberedFor;
    await insertSession(db, {
      token_hash: hashOf(token),
      user_id: userId,
      remember: attempt.remember ? 1 : 0,
      created_at: now,
      last_seen_at: now,
      expires_at: now + life,
      address: attempt.address,
      user_agent: attempt.userAgent.slice(0, 400),
    });
    return { token, maxAge: attempt.remember ? life / 1000 : undefined };
  };

  const endSession = async (token: string): Promise<void> => {
    const session = hashOf(token);
    await removeSession(db, session);
    events.publish({ kind: 'session-ended', session });
  };

  /** Last uses that are being written down, by session: behind a long change of many items that may take a while. */
  const touching = new Map<string, Promise<void>>();
  /** Nobody waits for it, and a database that cannot be written (a full disk) keeps nobody from reading. */
  const touch = (tokenHash: string, now: number): void => {
    if (touching.has(tokenHash)) return;
    const written = touchSession(db, tokenHash, now)
      .catch(() => undefined)
      .finally(() => touching.delete(tokenHash));
    touching.set(tokenHash, written);
  };

  return {
    signIn: async (attempt) => {
      const account = `sign_in:account:${hashOf(emailKey(attempt.email))}`;
      await limit(`sign_in:address:${attempt.address}`, signInLimits.perAddress);
      await limit(account, signInLimits.perAccount);
      const user = await users.findByEmail(attempt.email);
      // No password is longer: it is wrong without being hashed, for every address alike.
      const possible = attempt.password.length <= passwordLimits.max;
      const matches =
        possible && (await hasher.verify(user?.password_hash ?? (await decoy), attempt.password));
      if (user === undefined || !matches) throw new AppError('sign_in.failed');
      if (user.status === 'suspended') throw new AppError('sign_in.suspended');
      await forgetEvents(db, account);
      if (attempt.replaces !== undefined) await endSession(attempt.replaces);
      return openSession(user.id, attempt);
    },
    signOut: endSession,
    sessionOf: hashOf,
    listLive: async (sessions) => {
      const now = clock.now();
      const found = await listSessions(db, sessions);
      const live = found.filter((session) => session.status === 'active' && isSessionAlive(session, now));
      return new Set(live.map(({ token_hash: session }) => session));
    },
    authenticate: async (token) => {
      const tokenHash = hashOf(token);
      const session = await findSession(db, tokenHash);
      const now = clock.now();
      if (session === undefined || session.status !== 'active' || !isSessionAlive(session, now))
        return undefined;
      if (now - session.last_seen_at > sessionLimits.touchEvery) touch(tokenHash, now);
      return {
        kind: 'user',
        id: session.user_id,
        role: session.role,
        canUpload: session.can_upload === 1,
        canDownload: session.can_download === 1,
        canCreateFolder: session.can_create_folder === 1,
      };
    },
    sweep: () => removeExpired(db, clock.now(), clock.now() - signInLimits.window),
    settled: async () => {
      await Promise.all(touching.values());
    },
  };
};
