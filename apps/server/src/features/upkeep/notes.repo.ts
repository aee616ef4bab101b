import type { Db } from '#db/database.ts';

/** Under what the results of upkeep are kept, beside the settings. */
export type NoteName = 'upkeep:doctor' | 'upkeep:backup' | 'upkeep:scrub' | 'upkeep:restored';

interface Note {
  readonly name: NoteName;
  /** JSON. */
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Keeps a result in place of the one before. */
export const saveNote = async (db: Db, { name, value, at }: Note): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ name, value, updated_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: at }))
    .execute();
};

/** JSON; undefined where there was none yet. */
export const findNote = async (db: Db, name: NoteName): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;
