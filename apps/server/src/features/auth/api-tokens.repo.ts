import { type Insertable, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { requiredFactor } from '#db/required-factor.ts';
import type { ApiTokenRow, ApiTokensTable } from '#db/tables/accounts.ts';
import type { AccountState } from './auth.types.ts';

export const findApiToken = (
  db: Db,
  tokenHash: string,
): Promise<(Pick<ApiTokenRow, 'id' | 'scope' | 'last_used_at' | 'expires_at'> & AccountState) | undefined> =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['api_tokens.id', 'scope', 'last_used_at', 'expires_at', 'user_id', 'role', 'status'])
    .select(['deleting_at', 'demo_until', 'can_upload', 'can_download', 'can_create_folder'])
    .select(requiredFactor.as('required_factor'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

export const listApiTokens = (db: Db, userId: string): Promise<ApiTokenRow[]> =>
  db.selectFrom('api_tokens').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();

/** Counts tokens that have not expired. */
export const countUsableTokens = async (db: Db, userId: string, now: number): Promise<number> => {
  const { count } = await db
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return count;
};

/** @returns whether the user has fewer than the limit, so that the token was added */
export const insertApiToken = async (
  db: Db,
  token: Omit<Insertable<ApiTokensTable>, 'last_used_at'>,
  most: number,
): Promise<boolean> => {
  const columns = ['id', 'user_id', 'name', 'token_hash', 'scope', 'created_at', 'expires_at'] as const;
  const inserted = await db
    .insertInto('api_tokens')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(columns.map((column) => sql.val(token[column]).as(column)))
        .where('users.id', '=', token.user_id)
        .where((when) =>
          when(
            db
              .selectFrom('api_tokens')
              .select((count) => count.fn.countAll<number>().as('count'))
              .where('user_id', '=', token.user_id),
            '<',
            most,
          ),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};

export const touchApiToken = async (db: Db, id: string, now: number): Promise<void> => {
  await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
};

/** @returns its name; undefined if the user has no such token */
export const removeApiToken = async (db: Db, id: string, userId: string): Promise<string | undefined> => {
  const removed = await db
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return removed?.name;
};

export const removeApiTokensOf = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
};

export const removeApiTokensExpiredBefore = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('api_tokens').where('expires_at', '<', before).execute();
};
