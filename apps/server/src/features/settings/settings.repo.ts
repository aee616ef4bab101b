import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { SettingsTable } from '#db/tables/settings.ts';

/** All stored settings as name to JSON text. */
export const listSettings = (db: Db): Promise<{ name: string; value: string }[]> =>
  db.selectFrom('settings').select(['name', 'value']).execute();

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

/** @returns whether the name was free; of two callers at once the second waits for the first and gets false */
export const claimSetting = async (db: Db, setting: Insertable<SettingsTable>): Promise<boolean> => {
  const row = await db
    .insertInto('settings')
    .values(setting)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
};
