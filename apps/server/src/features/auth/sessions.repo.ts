import { type Insertable, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import { prepareQuery, type ValueOf } from '#db/prepared-query.ts';
import { requiredFactor } from '#db/required-factor.ts';
import type { SessionsTable } from '#db/tables/users.ts';
import type { AccountState, DeviceRow, SessionRow } from './auth.types.ts';

const sessionQuery = prepareQuery((db, value: ValueOf<{ session: string }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['token_hash', 'remember', 'last_seen_at', 'expires_at', 'user_id', 'role', 'status'])
    .select(['deleting_at', 'demo_until', 'can_upload', 'can_download', 'can_create_folder'])
    .select(requiredFactor.as('required_factor'))
    .where('token_hash', '=', value('session')),
);

/** Returns the session with a token; for a few seconds also with the one before its last renewal. */
export const findSession = async (
  db: Db,
  hash: string,
  now: number,
): Promise<(SessionRow & AccountState & { token_hash: string }) | undefined> => {
  const [found] = (await sessionQuery(db, { session: hash })).rows;
  if (found !== undefined) return found;
  const renewed = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('former_hash', '=', hash)
    .where('former_until', '>', now)
    .executeTakeFirst();
  return renewed && (await sessionQuery(db, { session: renewed.token_hash })).rows[0];
};

/** Returns the facts that decide whether each session is alive. */
export const listSessions = (
  db: Db,
  sessions: readonly string[],
): Promise<
  (SessionRow & Pick<AccountState, 'status' | 'deleting_at' | 'required_factor'> & { token_hash: string })[]
> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['token_hash', 'remember', 'last_seen_at', 'expires_at', 'status', 'deleting_at'])
    .select(requiredFactor.as('required_factor'))
    .where(isOneOf(db, 'token_hash', sessions))
    .execute();

/**
 * Lists sessions of accounts without the second factor that is required of them, the latest used first.
 *
 * @param userId restricts them to one account
 */
export const listSessionsWithoutFactor = async (
  db: Db,
  { now, userId, limit }: { now: number; userId: string | undefined; limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('token_hash')
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where('expires_at', '>', now)
    .where(requiredFactor, '=', 'missing')
    .orderBy('last_seen_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ token_hash: session }) => session);
};

/** Lists a user's sessions, the latest used first. */
export const listSessionsOf = (db: Db, userId: string, limit: number): Promise<DeviceRow[]> =>
  db
    .selectFrom('sessions')
    .select(['token_hash', 'remember', 'created_at', 'last_seen_at', 'expires_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_hash')
    .limit(limit)
    .execute();

/** Counts the sessions of each user that have neither expired nor been idle for too long. */
export const countLiveSessions = async (
  db: Db,
  userIds: readonly string[],
  { now, idle }: { now: number; idle: number },
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where(isOneOf(db, 'user_id', userIds))
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('remember', '=', 1), eb('last_seen_at', '>', now - idle)]))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id: userId, count }) => [userId, count]));
};

export const insertSession = async (db: Db, session: Insertable<SessionsTable>): Promise<void> => {
  await db.insertInto('sessions').values(session).execute();
};

export const touchSession = async (db: Db, session: string, now: number): Promise<void> => {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', session).execute();
};

/** Records a user's last visit; skipped while their row is locked, because no caller waits for it. */
export const touchUser = async (db: Db, userId: string, now: number): Promise<void> => {
  const free = sql<string>`(select id from users where id = ${userId} ${sql.raw(isPostgres(db) ? 'for update skip locked' : '')})`;
  await db.updateTable('users').set({ seen_at: now }).where('id', '=', free).execute();
};

/**
 * Gives a session another token.
 *
 * @param formerUntil when the present one stops being accepted
 * @returns the session; undefined if there is none
 */
export const renewSession = (
  db: Db,
  session: string,
  { renewed, formerUntil }: { readonly renewed: string; readonly formerUntil: number },
): Promise<Pick<SessionRow, 'remember' | 'expires_at'> | undefined> =>
  db
    .updateTable('sessions')
    .set({ token_hash: renewed, former_hash: session, former_until: formerUntil })
    .where('token_hash', '=', session)
    .returning(['remember', 'expires_at'])
    .executeTakeFirst();

/** @returns whether it existed, and belonged to this user */
export const removeSession = async (
  db: Db,
  session: string,
  userId?: string,
): Promise<string | undefined> => {
  const removed = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', session)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .returning('user_id')
    .executeTakeFirst();
  return removed?.user_id;
};

/** @returns the sessions that ended */
export const removeSessionsOf = async (
  db: Db,
  userId: string,
  except: string | undefined,
): Promise<string[]> => {
  const removed = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except ?? ''))
    .returning('token_hash')
    .execute();
  return removed.map(({ token_hash: session }) => session);
};

export const removeExpiredSessions = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
};
