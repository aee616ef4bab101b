import type { Category } from '@holdall/contract/files';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { prepareQuery, type ValueOf } from '#db/prepared-query.ts';
import { subtractClamped } from '#db/subtract-clamped.ts';
import { storageExceeded } from './usage.errors.ts';
import type { Occupied } from './usage.types.ts';

/** Lock order: a reservation, then its account's `user_storage`, which a transaction locks last, or for each of several files of one sender. */

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

/** Returns what an account stores and has reserved. @throws storage.exceeded when there is no such account */
export const findOccupied = async (db: Db, userId: string): Promise<Occupied> => {
  const row = await db
    .selectFrom('user_storage')
    .select(['used', 'reserved'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw storageExceeded();
  return row;
};

/**
 * Lets one transaction at a time store bytes in a limited account and evict versions for them, until it ends: two that see
 * the same versions as the oldest would delete them once, and each would count on their bytes.
 */
export const lockEviction = async (trx: Trx, ownerId: string): Promise<void> => {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`eviction:${ownerId}`}, 0))`.execute(trx);
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

/** Reserves bytes of an account, also where it has no room for them; its row is locked then. */
export const addReserved = async (trx: Trx, userId: string, by: number): Promise<void> => {
  await trx
    .updateTable('user_storage')
    .set({ reserved: sql`reserved + ${by}` })
    .where('user_id', '=', userId)
    .execute();
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
}

type Stored = Omit<FileCommit, 'category'>;

const buildStoreQuery = (category: Category) =>
  prepareQuery((db, value: ValueOf<Stored>) =>
    db
      .updateTable('user_storage')
      .set({
        [category]: sql`${sql.ref(category)} + ${value('size')}`,
        reserved: subtractClamped('reserved', value('reserved')),
      })
      .where('user_id', '=', value('userId')),
  );

const storeQueries = new Map<Category, ReturnType<typeof buildStoreQuery>>();

const storeQueryOf = (category: Category) => {
  const query = storeQueries.get(category) ?? buildStoreQuery(category);
  storeQueries.set(category, query);
  return query;
};

/** Converts reserved bytes into stored ones, whatever the capacity of the account. */
export const storeBytes = async (trx: Trx, { category, ...values }: FileCommit): Promise<void> => {
  const { numAffectedRows = 0n } = await storeQueryOf(category)(trx, values);
  if (numAffectedRows === 0n)
    throw new Error(`The account ${values.userId} has no record of what it stores.`);
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
