import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { prepareQuery } from '#db/prepared-query.ts';
import type { SettingsTable } from '#db/tables/settings.ts';

const settingsQuery = prepareQuery((db) => db.selectFrom('settings').select(['name', 'value']));

/** All stored settings as name to JSON text. */
export const listSettings = async (db: Db): Promise<{ name: string; value: string }[]> =>
  (await settingsQuery(db, {})).rows;

export const saveSettings = async (
  db: Db,
  values: Readonly<Record<string, string>>,
  now: number,
): Promise<void> => {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value, updated_at: now }));
  if (rows.length === 0) return;
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute();
};

/** @returns whether the name was free; of two concurrent callers the second waits and gets false */
export const claimSetting = async (db: Db, setting: Insertable<SettingsTable>): Promise<boolean> => {
  const row = await db
    .insertInto('settings')
    .values(setting)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
};

/** Returns one setting as JSON text. */
export const findSetting = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** The name of the row that counts changes, beside the settings. */
export const revisionName = 'revision';

/** Counts a change, and serializes changes until the transaction ends. */
export const countChange = async (trx: Trx, now: number): Promise<void> => {
  await trx
    .insertInto('settings')
    .values({ name: revisionName, value: '1', updated_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`cast(cast(settings.value as integer) + 1 as text)`,
        updated_at: now,
      }),
    )
    .execute();
};
