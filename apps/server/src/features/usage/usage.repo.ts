import { categories, type Category } from '@holdall/contract/files';
import { sql, type SqlBool } from 'kysely';
import { storedContents } from '#db/blob-references.ts';
import type { Db, Trx } from '#db/database.ts';
import { prepareQuery, type ValueOf } from '#db/prepared-query.ts';
import type { UserStorageRow } from '#db/tables/usage.ts';
import { subtractClamped } from '#db/subtract-clamped.ts';
import type { BytesByCategory } from '#features/files/index.ts';
import type { TrafficDay, UsageDay } from './usage.types.ts';

const storageQuery = prepareQuery((db, value: ValueOf<{ userId: string }>) =>
  db.selectFrom('user_storage').selectAll().where('user_id', '=', value('userId')),
);

export const findStorage = async (db: Db, userId: string): Promise<UserStorageRow | undefined> =>
  (await storageQuery(db, { userId })).rows[0];

/** @returns false where there is no such user */
export const updateCapacity = async (
  db: Db,
  userId: string,
  capacity: Pick<UserStorageRow, 'capacity' | 'own_capacity'>,
): Promise<boolean> => {
  const result = await db
    .updateTable('user_storage')
    .set(capacity)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/** Subtracts deleted bytes from an account. */
export const subtractUsage = async (trx: Trx, userId: string, bytes: BytesByCategory): Promise<void> => {
  const changed = Object.entries(bytes).filter(([, count]) => count > 0);
  if (changed.length === 0) return;
  await trx
    .updateTable('user_storage')
    .set(Object.fromEntries(changed.map(([category, count]) => [category, subtractClamped(category, count)])))
    .where('user_id', '=', userId)
    .execute();
};

/** Adds bytes to an account, whatever its capacity. */
export const addUsage = async (trx: Trx, userId: string, bytes: BytesByCategory): Promise<void> => {
  const changed = Object.entries(bytes).filter(([, count]) => count > 0);
  if (changed.length === 0) return;
  await trx
    .updateTable('user_storage')
    .set(
      Object.fromEntries(
        changed.map(([category, count]) => [category, sql`${sql.ref(category)} + ${count}`]),
      ),
    )
    .where('user_id', '=', userId)
    .execute();
};

export interface Usage extends Readonly<Record<Category, number>> {
  readonly user_id: string;
  readonly reserved: number;
}

/** Computes what every account stores from its files, their versions and its reservations; reads every row. */
export const listActualUsage = async (db: Db): Promise<Usage[]> => {
  const named = categories.filter((category) => category !== 'others');
  const sums = named.map(
    (category) =>
      sql`coalesce(sum(case when category = ${category} then size end), 0) as ${sql.ref(category)}`,
  );
  const { rows } = await sql<Usage>`
    select users.id as user_id, ${sql.join(sums)},
      coalesce(sum(case when category in (${sql.join(named)}) then 0 else size end), 0) as others,
      (select coalesce(sum(bytes), 0) from quota_reservations where user_id = users.id) as reserved
    from users left join ${storedContents(() => sql<SqlBool>`1 = 1`)} as stored on stored.owner_id = users.id
    group by users.id`.execute(db);
  return rows;
};

/** Returns the recorded usage of every account. */
export const listRecordedUsage = (db: Db): Promise<Usage[]> =>
  db
    .selectFrom('user_storage')
    .select(['user_id', 'reserved', ...categories])
    .execute();

export interface DayKey {
  readonly userId: string;
  /** Days since 1970. */
  readonly day: number;
}

/** Lists the days from one on, in no order. */
export const listDays = (db: Db, { userId, day }: DayKey): Promise<UsageDay[]> =>
  db
    .selectFrom('usage_days')
    .select(['day', 'upload', 'download', 'stored'])
    .where('user_id', '=', userId)
    .where('day', '>=', day)
    .execute();

/** Returns the users that exist. */
export const listKnownUsers = async (db: Db, userIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db.selectFrom('users').select('id').where('id', 'in', userIds).execute();
  return new Set(rows.map(({ id }) => id));
};

/** Adds traffic to its days. */
export const addTraffic = async (
  trx: Trx,
  rows: readonly (TrafficDay & { readonly userId: string })[],
): Promise<void> => {
  await trx
    .insertInto('usage_days')
    .values(rows.map(({ userId, ...row }) => ({ user_id: userId, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day']).doUpdateSet({
        upload: sql`usage_days.upload + excluded.upload`,
        download: sql`usage_days.download + excluded.download`,
      }),
    )
    .execute();
};

const usedOf = (userId: 'usage_days.user_id') =>
  sql<number>`(select used from user_storage where user_storage.user_id = ${sql.ref(userId)})`;

/** Raises the peaks of a day to the bytes stored now. */
export const raisePeaks = async (db: Db, day: number, userIds: readonly string[]): Promise<void> => {
  const used = usedOf('usage_days.user_id');
  await db
    .updateTable('usage_days')
    .set({ stored: used })
    .where('day', '=', day)
    .where('user_id', 'in', userIds)
    .where('stored', '<', used)
    .execute();
};

/** Records the bytes stored now as a day's peak, before they become fewer. */
export const recordPeak = async (trx: Trx, { userId, day }: DayKey): Promise<void> => {
  await trx
    .insertInto('usage_days')
    .columns(['user_id', 'day', 'stored'])
    .expression((eb) =>
      eb
        .selectFrom('user_storage')
        .select(['user_id', sql<number>`cast(${day} as integer)`.as('day'), 'used'])
        .where('user_id', '=', userId)
        .where('used', '>', 0),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'day'])
        .doUpdateSet({ stored: sql`excluded.stored` })
        .where('usage_days.stored', '<', sql<number>`excluded.stored`),
    )
    .execute();
};

/**
 * Ensures that every account that stores anything has a row for a day.
 *
 * @param end of the day, in milliseconds since 1970: younger accounts are left out
 */
export const insertDay = async (
  db: Db,
  { day, end }: { readonly day: number; readonly end: number },
): Promise<void> => {
  await db
    .insertInto('usage_days')
    .columns(['user_id', 'day', 'stored'])
    .expression((eb) =>
      eb
        .selectFrom('user_storage')
        .innerJoin('users', 'users.id', 'user_storage.user_id')
        .select(['user_id', sql<number>`cast(${day} as integer)`.as('day'), 'used'])
        .where('used', '>', 0)
        .where('users.created_at', '<', end)
        .orderBy('user_id'),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'day']).doNothing())
    .execute();
};

export const removeDaysBefore = async (db: Db, day: number): Promise<void> => {
  await db.deleteFrom('usage_days').where('day', '<', day).execute();
};
