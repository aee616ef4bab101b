import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';

/** Lists the places of recorded bytes, the newest last. */
export const listPlaces = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('storage_places').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};

export const insertPlace = async (trx: Trx, id: string): Promise<void> => {
  await trx.insertInto('storage_places').values({ id }).execute();
};

/** Removes all places but one. It waits for every transaction that locks one; later transactions wait behind it. */
export const keepOnly = async (trx: Trx, id: string): Promise<void> => {
  if (isPostgres(trx)) await sql`lock table storage_places in exclusive mode`.execute(trx);
  await trx.deleteFrom('storage_places').where('id', '<>', id).execute();
};

/**
 * Locks places until the transaction ends, as its last work, so that waits are short. On SQLite the
 * transaction must be the single writer by then.
 *
 * @returns whether all of them are still places
 */
export const holdPlaces = async (trx: Trx, ids: readonly string[]): Promise<boolean> => {
  const places = trx.selectFrom('storage_places').select('id').where('id', 'in', ids).orderBy('id');
  const held = await (isPostgres(trx) ? places.forShare() : places).execute();
  return held.length === new Set(ids).size;
};
