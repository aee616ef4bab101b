import { z } from 'zod';
import type { Db } from '#db/database.ts';

/** The key of the installation's name, beside the settings. */
const installationName = 'internal:installation';
/** Rows from each end of a table. */
const some = 10;

export const findInstallation = async (db: Db): Promise<string | undefined> => {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', installationName)
    .executeTakeFirst();
  return row === undefined ? undefined : z.string().parse(JSON.parse(row.value));
};

/** Names the installation, unless it has a name. @returns its name */
export const claimInstallation = async (
  db: Db,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<string> => {
  await db
    .insertInto('settings')
    .values({ name: installationName, value: JSON.stringify(name), updated_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findInstallation(db)) ?? name;
};

/** Renames the installation, which thereby becomes another one. */
export const renameInstallation = async (
  db: Db,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<void> => {
  const row = { value: JSON.stringify(name), updated_at: now };
  await db
    .insertInto('settings')
    .values({ name: installationName, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
};

/** Lists keys of the oldest and the newest blobs and images that are on record in a store. */
export const listSomeKeys = async (db: Db): Promise<string[]> => {
  const rows = [];
  for (const table of ['blobs', 'images'] as const) {
    for (const order of ['asc', 'desc'] as const)
      rows.push(
        ...(await db
          .selectFrom(table)
          .select('key')
          .where('store_id', 'is not', null)
          .orderBy('id', order)
          .limit(some)
          .execute()),
      );
  }
  return [...new Set(rows.map(({ key }) => key))];
};
