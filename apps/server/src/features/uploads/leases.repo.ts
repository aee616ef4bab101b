import type { Db } from '#db/database.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import { heldUntil, isUnheld, released, takenFrom, type Tenure } from '#db/tenure.ts';

/** Takes an upload that is not finished. @returns undefined where there is none, or another server holds it */
export const takeSession = (
  db: Db,
  { principal, name }: Pick<UploadSessionRow, 'principal' | 'name'>,
  tenure: Tenure,
): Promise<UploadSessionRow | undefined> => {
  return db
    .updateTable('upload_sessions')
    .set(takenFrom(db, tenure))
    .where('principal', '=', principal)
    .where('name', '=', name)
    .where('state', '=', 'open')
    .where((where) => where.or([where('holder', '=', tenure.holder), isUnheld(db)]))
    .returningAll()
    .executeTakeFirst();
};

/** The same for one that rests, by its id. */
export const takeResting = (
  db: Db,
  id: string,
  tenure: Tenure,
): Promise<Pick<UploadSessionRow, 'id'> | undefined> =>
  db
    .updateTable('upload_sessions')
    .set(takenFrom(db, tenure))
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(isUnheld(db))
    .returning('id')
    .executeTakeFirst();

/** @returns false where it is gone, or somebody else's by now */
export const renewSession = async (db: Db, id: string, tenure: Tenure): Promise<boolean> => {
  const result = await db
    .updateTable('upload_sessions')
    .set({ held_until: heldUntil(db, tenure) })
    .where('id', '=', id)
    .where('holder', '=', tenure.holder)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

export const releaseSession = async (db: Db, id: string, holder: string): Promise<void> => {
  await db
    .updateTable('upload_sessions')
    .set(released)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
};
