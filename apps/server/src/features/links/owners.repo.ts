import type { Db } from '#db/database.ts';
import type { OwnerFacts } from './links.types.ts';

/** Finds the owner of a link. */
export const findOwner = (db: Db, ownerId: string): Promise<OwnerFacts | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['first_name', 'last_name', 'avatar_id', 'color'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();

/** Returns the language of mails to an address; without one it is the application's own. */
export type LocaleOf = (emailKey: string) => { readonly locale?: string };

/** Returns the language that an address's account has chosen; without a choice or an account it is the sender's. */
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
