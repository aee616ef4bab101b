import type { Db } from '#db/database.ts';

/** Beside the settings: which draft the installation was made of, as long as something of it is left. */
const name = 'setup:draft';

export const saveDraftMarker = async (
  db: Db,
  { draft, now }: { draft: string; now: number },
): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(draft), updated_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
};

/** @returns whether something is left of this draft */
export const hasDraftMarker = async (db: Db, draft: string): Promise<boolean> => {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value === JSON.stringify(draft);
};

export const removeDraftMarker = async (db: Db): Promise<void> => {
  await db.deleteFrom('settings').where('name', '=', name).execute();
};
