import { maxTokens, type TokenScope } from '@holdall/contract/account';
import type { Db } from '#db/database.ts';
import type { ApiTokenRow } from '#db/tables/accounts.ts';
import type { UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import {
  countUsableTokens,
  findApiToken,
  insertApiToken,
  listApiTokens,
  removeApiToken,
  removeApiTokensExpiredBefore,
  removeApiTokensOf,
  touchApiToken,
} from './api-tokens.repo.ts';
import { actorOf, isInUse } from './auth.policy.ts';
import type { LastUse } from './last-use.ts';
import { createSecretToken, hashOf } from './secret-token.rules.ts';
import { sessionLimits } from './sessions.rules.ts';

/** Makes a token recognizable to people, and to secret scanners. */
const prefix = 'hld_';
const day = 24 * 60 * 60_000;
/** Milliseconds for which an expired token is still listed. */
const remembered = 30 * day;

export interface NewApiToken {
  readonly name: string;
  readonly scope: TokenScope;
  readonly expiresInDays: number | undefined;
}

/** Personal access tokens, which programs send instead of a session. Only hashes are stored. */
export interface ApiTokensService {
  listOf(userId: string): Promise<ApiTokenRow[]>;
  /** Counts the tokens that have not expired. */
  countOf(on: Db, userId: string): Promise<number>;
  /** @returns the token, this once. @throws token.too_many */
  create(
    on: Db,
    userId: string,
    input: NewApiToken,
  ): Promise<{ readonly token: string; readonly row: ApiTokenRow }>;
  /** @returns its name; undefined if the user has no such token */
  remove(on: Db, userId: string, id: string): Promise<string | undefined>;
  removeAllOf(on: Db, userId: string): Promise<void>;
  authenticate(token: string): Promise<UserActor | undefined>;
  sweep(): Promise<void>;
}

export interface ApiTokensDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly lastUse: LastUse;
}

export const createApiTokens = ({ db, clock, lastUse }: ApiTokensDeps): ApiTokensService => ({
  listOf: (userId) => listApiTokens(db, userId),
  countOf: (on, userId) => countUsableTokens(on, userId, clock.now()),
  create: async (on, userId, { name, scope, expiresInDays }) => {
    const now = clock.now();
    const token = prefix + createSecretToken();
    const row = {
      id: createId(now),
      user_id: userId,
      name,
      token_hash: hashOf(token),
      scope,
      created_at: now,
      last_used_at: null,
      expires_at: expiresInDays === undefined ? null : now + expiresInDays * day,
    };
    if (!(await insertApiToken(on, row, maxTokens))) throw new AppError('token.too_many');
    return { token, row };
  },
  remove: (on, userId, id) => removeApiToken(on, id, userId),
  removeAllOf: removeApiTokensOf,
  authenticate: async (token) => {
    const now = clock.now();
    const found = token.startsWith(prefix) ? await findApiToken(db, hashOf(token)) : undefined;
    if (found === undefined || !isInUse(found)) return undefined;
    if (found.expires_at !== null && found.expires_at <= now) return undefined;
    if (found.last_used_at === null || now - found.last_used_at > sessionLimits.touchEvery)
      lastUse.record(`token ${found.id}`, found.user_id, () => touchApiToken(db, found.id, now));
    return actorOf(found, { scope: found.scope, token: found.id });
  },
  sweep: () => removeApiTokensExpiredBefore(db, clock.now() - remembered),
});
