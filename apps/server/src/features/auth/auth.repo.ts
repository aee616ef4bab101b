import { type Insertable, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { Flag, SessionsTable } from '#db/tables/users.ts';
import type { Role } from '@holdall/contract/permissions';

export interface SessionWithUser {
  remember: Flag;
  last_seen_at: number;
  expires_at: number;
  user_id: string;
  role: Role;
  status: 'active' | 'suspended';
  can_upload: Flag;
  can_download: Flag;
  can_create_folder: Flag;
}

export const findSession = (db: Db, tokenHash: string): Promise<SessionWithUser | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'remember',
      'last_seen_at',
      'expires_at',
      'user_id',
      'role',
      'status',
      'can_upload',
      'can_download',
      'can_create_folder',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** What tells of each session whether it is alive. */
export const listSessions = (
  db: Db,
  tokenHashes: readonly string[],
): Promise<
  (Pick<SessionWithUser, 'remember' | 'last_seen_at' | 'expires_at' | 'status'> & { token_hash: string })[]
> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['token_hash', 'remember', 'last_seen_at', 'expires_at', 'status'])
    .where(isOneOf(db, 'token_hash', tokenHashes))
    .execute();

export const insertSession = async (db: Db, session: Insertable<SessionsTable>): Promise<void> => {
  await db.insertInto('sessions').values(session).execute();
};

export const touchSession = async (db: Db, tokenHash: string, now: number): Promise<void> => {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash).execute();
};

export const removeSession = async (db: Db, tokenHash: string): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
};

/** Forgets sessions and limits whose time is over. */
export const removeExpired = async (db: Db, now: number, limitsBefore: number): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('rate_limits').where('window_start', '<', limitsBefore).execute();
};

/** Counts one more event under a key and answers how many its current window holds, in one statement. */
export const countEvent = async (
  db: Db,
  key: string,
  { now, window }: { now: number; window: number },
): Promise<{ count: number; window_start: number }> =>
  db
    .insertInto('rate_limits')
    .values({ key, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when rate_limits.window_start <= ${now - window} then 1 else rate_limits.count + 1 end`,
        window_start: sql<number>`case when rate_limits.window_start <= ${now - window} then ${now} else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();

export const forgetEvents = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
};
