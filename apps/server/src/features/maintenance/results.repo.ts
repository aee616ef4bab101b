import type { Db } from '#db/database.ts';

/** Names of rows with maintenance results, beside the settings. */
export type ResultName =
  | `maintenance:schedule:${string}`
  | `maintenance:disk:${string}`
  | 'maintenance:doctor'
  | 'maintenance:backup'
  | 'maintenance:scrub'
  | 'maintenance:restored';

interface Result {
  readonly name: ResultName;
  /** JSON. */
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Stores a result, and replaces the one before. */
export const saveResult = async (db: Db, { name, value, at }: Result): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ name, value, updated_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: at }))
    .execute();
};

/** Returns the JSON of a result; undefined if there is none. */
export const findResult = async (db: Db, name: ResultName): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;

/**
 * Claims a time, so that only one node acts on it.
 *
 * @returns false if the stored time is not earlier
 */
export const claimTime = async (db: Db, name: ResultName, at: number): Promise<boolean> => {
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
