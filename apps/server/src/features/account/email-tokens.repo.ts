import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { EmailTokenRow, EmailTokensTable } from '#db/tables/accounts.ts';

type Kind = EmailTokenRow['kind'];

export const insertToken = async (db: Db, link: Insertable<EmailTokensTable>): Promise<void> => {
  await db.insertInto('email_tokens').values(link).execute();
};

/** Finds a token that has not expired, used or not. */
export const findToken = (db: Db, tokenHash: string, now: number): Promise<EmailTokenRow | undefined> =>
  db
    .selectFrom('email_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/**
 * Marks a token as used, and forgets the data of its registration. Of two concurrent calls one succeeds.
 *
 * @returns whether it was unused
 */
export const consumeToken = async (db: Db, tokenHash: string, now: number): Promise<boolean> => {
  const taken = await db
    .updateTable('email_tokens')
    .set({ used_at: now, payload: null })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst();
  return taken !== undefined;
};

/** Deletes an account's unused tokens of one kind with the same payload. */
export const removeTokens = async (
  db: Db,
  {
    kind,
    userId,
    payload,
  }: { readonly kind: Kind; readonly userId: string; readonly payload: string | null },
): Promise<void> => {
  await db
    .deleteFrom('email_tokens')
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('user_id', '=', userId)
    .where('payload', payload === null ? 'is' : '=', payload)
    .execute();
};

/** Deletes unused tokens of an address that has no account. */
export const removeTokensFor = async (db: Db, kind: Kind, emailKey: string): Promise<void> => {
  await db
    .deleteFrom('email_tokens')
    .where('kind', '=', kind)
    .where('email_key', '=', emailKey)
    .where('user_id', 'is', null)
    .where('used_at', 'is', null)
    .execute();
};

/** Deletes all unused tokens of an account. */
export const removeTokensOf = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('email_tokens').where('user_id', '=', userId).where('used_at', 'is', null).execute();
};

/** Finds the address that awaits its confirmation. */
export const findPendingEmail = async (db: Db, userId: string, now: number): Promise<string | undefined> => {
  const link = await db
    .selectFrom('email_tokens')
    .select('email')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link?.email;
};

export const removeExpiredTokens = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('email_tokens').where('expires_at', '<=', now).execute();
};
