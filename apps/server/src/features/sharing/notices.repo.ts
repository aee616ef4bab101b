import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/** Returns when the owner of a link was last mailed; undefined if they want no mails. */
export const findLastMail = async (db: Db, shareId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('shares')
    .innerJoin('user_settings', 'user_settings.user_id', 'shares.owner_id')
    .select('mailed_at')
    .where('shares.id', '=', shareId)
    .where('mail_guest_changes', '=', 1)
    .executeTakeFirst();
  return row?.mailed_at;
};

/** The content of a mail to the owner of a link. */
export interface Notice {
  readonly email: string;
  readonly locale: string | null;
  /** The shared item. */
  readonly itemId: string;
  readonly name: string;
  readonly changes: number;
}

/**
 * Counts guests' changes since the owner's last mail that are neither seen nor reverted. Guests wait until the
 * transaction ends, so that no change falls between two mails.
 *
 * @returns undefined if there is nothing to mail
 */
export const findNotice = async (trx: Trx, shareId: string): Promise<Notice | undefined> => {
  const query = trx
    .selectFrom('shares')
    .innerJoin('users', 'users.id', 'shares.owner_id')
    .innerJoin('user_settings', 'user_settings.user_id', 'shares.owner_id')
    .innerJoin('items', 'items.id', 'shares.item_id')
    .select(['users.email', 'user_settings.locale', 'items.name', 'shares.item_id', 'shares.notified_until'])
    .where('shares.id', '=', shareId)
    .where('shares.unseen', '>', 0)
    .where('users.status', '=', 'active')
    .where('users.deleting_at', 'is', null)
    .where('user_settings.mail_guest_changes', '=', 1);
  const row = await (isPostgres(trx) ? query.forNoKeyUpdate('shares') : query).executeTakeFirst();
  if (row === undefined) return undefined;
  const { notified_until: until, item_id: itemId, ...facts } = row;
  const { changes } = await trx
    .selectFrom('operations')
    .select(sql<number | string>`count(*)`.as('changes'))
    .where('share_id', '=', shareId)
    .where('id', '>', until ?? '')
    .where('reverted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(changes) === 0 ? undefined : { ...facts, itemId, changes: Number(changes) };
};

/** Marks all changes until now as mailed. */
export const markMailed = async (trx: Trx, shareId: string, now: number): Promise<void> => {
  await trx
    .updateTable('shares')
    .set((eb) => ({ mailed_at: now, notified_until: eb.ref('last_operation') }))
    .where('id', '=', shareId)
    .execute();
};
