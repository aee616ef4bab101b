import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ZipSelectionsTable } from '#db/tables/zip.ts';

export const insertSelection = async (db: Db, row: Insertable<ZipSelectionsTable>): Promise<void> => {
  await db.insertInto('zip_selections').values(row).execute();
};

/** Forgets all of somebody's selections but the newest. */
export const trimSelections = async (db: Db, principal: string, keep: number): Promise<void> => {
  await db
    .deleteFrom('zip_selections')
    .where('principal', '=', principal)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('zip_selections')
        .select('id')
        .where('principal', '=', principal)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute();
};

/** Somebody's own selection that was made after `since`. */
export const findSelection = (
  db: Db,
  { id, principal, since }: { id: string; principal: string; since: number },
): Promise<Selectable<ZipSelectionsTable> | undefined> =>
  db
    .selectFrom('zip_selections')
    .selectAll()
    .where('id', '=', id)
    .where('principal', '=', principal)
    .where('created_at', '>', since)
    .executeTakeFirst();

export const removeSelectionsBefore = async (db: Db, time: number): Promise<void> => {
  await db.deleteFrom('zip_selections').where('created_at', '<=', time).execute();
};
