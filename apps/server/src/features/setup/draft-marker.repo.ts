import type { Db } from '#db/database.ts';

/** Row beside the settings with the id of the draft that the installation was made of, until that is cleaned up. */
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

/** @returns whether cleaning up this draft is unfinished */
export const hasDraftMarker = async (db: Db, draft: string): Promise<boolean> => {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value === JSON.stringify(draft);
};

export const removeDraftMarker = async (db: Db): Promise<void> => {
  await db.deleteFrom('settings').where('name', '=', name).execute();
};
