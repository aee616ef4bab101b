import type { Db } from '#db/database.ts';

/** Under what the results of upkeep are kept, beside the settings. */
export type NoteName =
  | `upkeep:schedule:${string}`
  | `upkeep:disk:${string}`
  | 'upkeep:doctor'
  | 'upkeep:backup'
  | 'upkeep:scrub'
  | 'upkeep:restored';

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

/**
 * Notes that what a note's time stands for is taken, on whatever node.
 *
 * @returns false where the time that is kept is no earlier one
 */
export const claimTime = async (db: Db, name: NoteName, at: number): Promise<boolean> => {
  const row = await db
    .insertInto('settings')
    .values({ name, value: 'null', updated_at: at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ updated_at: at }).where('settings.updated_at', '<', at),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
};
