import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { MailedLinkRow, MailedLinksTable } from '#db/tables/accounts.ts';

type Kind = MailedLinkRow['kind'];

export const insertToken = async (db: Db, link: Insertable<MailedLinksTable>): Promise<void> => {
  await db.insertInto('mailed_links').values(link).execute();
};

/** A link that has not expired, used or not. */
export const findToken = (db: Db, tokenHash: string, now: number): Promise<MailedLinkRow | undefined> =>
  db
    .selectFrom('mailed_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses a link up, and forgets what a registration would be made of. @returns whether it was unused: of two at once one succeeds */
export const consumeToken = async (db: Db, tokenHash: string, now: number): Promise<boolean> => {
  const taken = await db
    .updateTable('mailed_links')
    .set({ used_at: now, payload: null })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst();
  return taken !== undefined;
};

/** Makes unused links of one kind worthless that an account has and that bear the same payload. */
export const removeTokens = async (
  db: Db,
  {
    kind,
    userId,
    payload,
  }: { readonly kind: Kind; readonly userId: string; readonly payload: string | null },
): Promise<void> => {
  await db
    .deleteFrom('mailed_links')
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('user_id', '=', userId)
    .where('payload', payload === null ? 'is' : '=', payload)
    .execute();
};

/** The same for an address that has no account. */
export const removeTokensFor = async (db: Db, kind: Kind, emailKey: string): Promise<void> => {
  await db
    .deleteFrom('mailed_links')
    .where('kind', '=', kind)
    .where('email_key', '=', emailKey)
    .where('user_id', 'is', null)
    .where('used_at', 'is', null)
    .execute();
};

/** Makes everything worthless that was mailed for an account and not used yet. */
export const removeTokensOf = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('mailed_links').where('user_id', '=', userId).where('used_at', 'is', null).execute();
};

/** The address that waits for its confirmation. */
export const findPendingEmail = async (db: Db, userId: string, now: number): Promise<string | undefined> => {
  const link = await db
    .selectFrom('mailed_links')
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
  await db.deleteFrom('mailed_links').where('expires_at', '<=', now).execute();
};
