import type { Category } from '@holdall/contract/files';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { prepareQuery, type ValueOf } from '#db/prepared-query.ts';
import { subtractClamped } from '#db/subtract-clamped.ts';

/** Lock order: a reservation, then its account's `user_storage`, which every transaction locks last. */

export interface Raise {
  readonly id: string;
  readonly userId: string;
  /** Additional bytes. */
  readonly by: number;
  readonly expiresAt: number;
}

/** Creates or enlarges a reservation. @returns the bytes that it reserves now */
export const raiseReservation = async (trx: Trx, { id, userId, by, expiresAt }: Raise): Promise<number> => {
  const { bytes } = await trx
    .insertInto('quota_reservations')
    .values({ id, user_id: userId, bytes: by, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        bytes: sql`quota_reservations.bytes + excluded.bytes`,
        expires_at: sql`excluded.expires_at`,
      }),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  return bytes;
};

interface QuotaClaim {
  readonly userId: string;
  /** Bytes. */
  readonly by: number;
  readonly capacity: number;
}

/** Tells whether the account has room for bytes now, without reserving it. */
export const hasQuota = async (db: Db, { userId, by, capacity }: QuotaClaim): Promise<boolean> => {
  const row = await db
    .selectFrom('user_storage')
    .select('user_id')
    .where('user_id', '=', userId)
    .where(sql<number>`used + reserved + ${by}`, '<=', capacity)
    .where('used', '<', capacity)
    .executeTakeFirst();
  return row !== undefined;
};

/** Returns the bytes that an account would have to lose for a claim; 0 or less: it has room. */
export const findLack = async (db: Db, { userId, by, capacity }: QuotaClaim): Promise<number> => {
  const row = await db
    .selectFrom('user_storage')
    .select(['used', 'reserved'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) return 0;
  // A full account has no room for an empty file either.
  return Math.max(row.used + row.reserved + by - capacity, row.used + 1 - capacity);
};

/** Reserves bytes of an account if it has room for them. @returns false when it has none */
export const claimQuota = async (trx: Trx, { userId, by, capacity }: QuotaClaim): Promise<boolean> => {
  const result = await trx
    .updateTable('user_storage')
    .set({ reserved: sql`reserved + ${by}` })
    .where('user_id', '=', userId)
    .where(sql<number>`used + reserved + ${by}`, '<=', capacity)
    .where('used', '<', capacity)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/** Returns reserved bytes to the account. */
export const returnQuota = async (trx: Trx, userId: string, bytes: number): Promise<void> => {
  if (bytes === 0) return;
  await trx
    .updateTable('user_storage')
    .set({ reserved: subtractClamped('reserved', bytes) })
    .where('user_id', '=', userId)
    .execute();
};

export interface FileCommit {
  readonly userId: string;
  readonly category: Category;
  readonly size: number;
  /** Bytes that were reserved for the file. */
  readonly reserved: number;
  /** Undefined: the reserved bytes suffice, whatever else is stored. */
  readonly capacity: number | undefined;
}

type Stored = Omit<FileCommit, 'category'> & Readonly<{ more: number; capacity: number }>;

const buildStoreQuery = (category: Category) =>
  prepareQuery((db, value: ValueOf<Stored>) =>
    db
      .updateTable('user_storage')
      .set({
        [category]: sql`${sql.ref(category)} + ${value('size')}`,
        reserved: subtractClamped('reserved', value('reserved')),
      })
      .where('user_id', '=', value('userId'))
      .where(sql<number>`used + reserved + ${value('more')}`, '<=', value('capacity'))
      .where('used', '<', value('capacity')),
  );

const storeQueries = new Map<Category, ReturnType<typeof buildStoreQuery>>();

const storeQueryOf = (category: Category) => {
  const query = storeQueries.get(category) ?? buildStoreQuery(category);
  storeQueries.set(category, query);
  return query;
};

/** Converts reserved bytes into stored ones. @returns false when there is no room for them */
export const storeBytes = async (
  trx: Trx,
  { userId, category, size, reserved, capacity = Number.MAX_SAFE_INTEGER }: FileCommit,
): Promise<boolean> => {
  const values = { userId, size, reserved, more: size - reserved, capacity };
  const { numAffectedRows = 0n } = await storeQueryOf(category)(trx, values);
  return numAffectedRows > 0n;
};

/** @returns the bytes that it reserved; undefined when there is no such reservation */
export const removeReservation = async (
  trx: Trx,
  id: string,
): Promise<{ bytes: number; userId: string } | undefined> =>
  trx
    .deleteFrom('quota_reservations')
    .where('id', '=', id)
    .returning(['bytes', 'user_id as userId'])
    .executeTakeFirst();

/** Extends a reservation. @returns the bytes that it reserves; undefined when it has expired */
export const renewReservation = async (
  db: Db,
  id: string,
  { expiresAt, staged }: { expiresAt: number; staged?: number },
): Promise<number | undefined> => {
  const row = await db
    .updateTable('quota_reservations')
    .set({ expires_at: expiresAt, ...(staged === undefined ? {} : { staged }) })
    .where('id', '=', id)
    .returning('bytes')
    .executeTakeFirst();
  return row?.bytes;
};

export const lowerReservation = async (trx: Trx, id: string, bytes: number): Promise<void> => {
  await trx.updateTable('quota_reservations').set({ bytes }).where('id', '=', id).execute();
};

export interface ExpiredReservation {
  readonly id: string;
  readonly user_id: string;
  readonly bytes: number;
  readonly staged: number;
  readonly expires_at: number;
}

/** Lists expired reservations that hold more than their staged bytes. @param userId restricts it to one account */
export const listExpired = (db: Db, now: number, userId?: string): Promise<ExpiredReservation[]> => {
  const expired = db
    .selectFrom('quota_reservations')
    .selectAll()
    .where('expires_at', '<', now)
    .where((eb) => eb.or([eb('staged', '=', 0), eb('bytes', '>', eb.ref('staged'))]))
    .orderBy('expires_at')
    .limit(500);
  return (userId === undefined ? expired : expired.where('user_id', '=', userId)).execute();
};

/** Releases the bytes of an expired reservation beyond its staged ones. @returns false when it has changed meanwhile */
export const releaseExpiredReservation = async (
  trx: Trx,
  { id, bytes, staged, expires_at: expiresAt }: ExpiredReservation,
): Promise<boolean> => {
  if (staged === 0) {
    const removed = await trx
      .deleteFrom('quota_reservations')
      .where('id', '=', id)
      .where('bytes', '=', bytes)
      .where('staged', '=', staged)
      .where('expires_at', '=', expiresAt)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  }
  const lowered = await trx
    .updateTable('quota_reservations')
    .set({ bytes: staged })
    .where('id', '=', id)
    .where('bytes', '=', bytes)
    .where('staged', '=', staged)
    .where('expires_at', '=', expiresAt)
    .executeTakeFirst();
  return lowered.numUpdatedRows > 0n;
};

/** Returns the bytes of a reservation; undefined when there is none. */
export const findReservation = async (db: Db, id: string): Promise<number | undefined> =>
  (await db.selectFrom('quota_reservations').select('bytes').where('id', '=', id).executeTakeFirst())?.bytes;
