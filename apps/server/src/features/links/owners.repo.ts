import type { Db } from '#db/database.ts';
import type { OwnerFacts } from './links.types.ts';

/** Who gave a link. */
export const findOwner = (db: Db, ownerId: string): Promise<OwnerFacts | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['first_name', 'last_name', 'avatar_id', 'color'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();

/** In which language an address is written to; nothing: in the application's own. */
export type LocaleOf = (emailKey: string) => { readonly locale?: string };

/** The language that an address's account has chosen; where it has none or there is no account, the sender's. */
export const findLocales = async (
  db: Db,
  senderId: string,
  emailKeys: readonly string[],
): Promise<LocaleOf> => {
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'email_key', 'locale'])
    .where((eb) => eb.or([eb('users.id', '=', senderId), eb('email_key', 'in', [...emailKeys])]))
    .execute();
  const own = new Map(rows.map(({ email_key: key, locale }) => [key, locale]));
  const senders = rows.find(({ id }) => id === senderId)?.locale;
  return (key) => {
    const locale = own.get(key) ?? senders;
    return locale ? { locale } : {};
  };
};
