import { categories, type Category } from '@holdall/contract/files';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { TrafficDay } from './usage.types.ts';

export interface StorageSums {
  /** Bytes that all accounts store. */
  readonly categories: Readonly<Record<Category, number>>;
  /** Sum of the accounts' individual capacities. */
  readonly own: number;
  /** Number of accounts whose individual capacity is unlimited. */
  readonly unlimited: number;
  /** Number of accounts that have the default capacity. */
  readonly ordinary: number;
}

/** Sums up all accounts: one row an account, however many items there are. */
export const sumStorage = async (db: Db): Promise<StorageSums> => {
  const sums = await db
    .selectFrom('user_storage')
    .select(categories.map((category) => sql<number>`coalesce(sum(${sql.ref(category)}), 0)`.as(category)))
    .select(sql<number>`coalesce(sum(case when own_capacity = 1 then capacity end), 0)`.as('own'))
    .select(
      sql<number>`coalesce(sum(case when own_capacity = 1 and capacity is null then 1 end), 0)`.as(
        'unlimited',
      ),
    )
    .select(sql<number>`coalesce(sum(case when own_capacity = 0 then 1 end), 0)`.as('ordinary'))
    .executeTakeFirstOrThrow();
  const { own, unlimited, ordinary, ...rest } = sums;
  return { own, unlimited, ordinary, categories: rest };
};

/** Lists the traffic of all accounts from a day on, in no order. */
export const listTotalDays = (db: Db, since: number): Promise<TrafficDay[]> =>
  db
    .selectFrom('usage_days')
    .select(['day', sql<number>`sum(upload)`.as('upload'), sql<number>`sum(download)`.as('download')])
    .where('day', '>=', since)
    .groupBy('day')
    .execute();
