import type { Db } from '#db/database.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import { leaseExpiry, isLeaseFree, released, takenOver, type Lease } from '#db/lease.ts';

/** Takes the lease of an unfinished upload. @returns undefined when there is none, or another server leases it */
export const takeSession = (
  db: Db,
  { principal, name }: Pick<UploadSessionRow, 'principal' | 'name'>,
  lease: Lease,
): Promise<UploadSessionRow | undefined> => {
  return db
    .updateTable('upload_sessions')
    .set(takenOver(db, lease))
    .where('principal', '=', principal)
    .where('name', '=', name)
    .where('state', '=', 'open')
    .where((where) => where.or([where('holder', '=', lease.holder), isLeaseFree(db)]))
    .returningAll()
    .executeTakeFirst();
};

/** @returns false when the upload is gone or leased by another holder */
export const renewSession = async (db: Db, id: string, lease: Lease): Promise<boolean> => {
  const result = await db
    .updateTable('upload_sessions')
    .set({ lease_until: leaseExpiry(db, lease) })
    .where('id', '=', id)
    .where('holder', '=', lease.holder)
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
