import type { Insertable } from 'kysely';
import type { Trx } from '#db/database.ts';
import type { MailedLinksTable } from '#db/tables/accounts.ts';

export const insertLink = async (trx: Trx, link: Insertable<MailedLinksTable>): Promise<void> => {
  await trx.insertInto('mailed_links').values(link).execute();
};

/** @param kind only those; all of them unless said */
export const removeLinksOf = async (
  trx: Trx,
  userId: string,
  kind?: MailedLinksTable['kind'],
): Promise<void> => {
  await trx
    .deleteFrom('mailed_links')
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'password'))
    .execute();
};
