import type { ActivityKind } from '@holdall/contract/activity-kinds';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ActivityRow, ActivityTable } from '#db/tables/activity.ts';
import type { Person } from './activity.types.ts';

export const insertActivity = async (db: Db, row: Insertable<ActivityTable>): Promise<void> => {
  await db.insertInto('activity').values(row).execute();
};

/** Inserts rows that stand for several events, or adds to the rows with the same keys. */
export const gatherActivity = async (db: Db, rows: readonly Insertable<ActivityTable>[]): Promise<void> => {
  await db
    .insertInto('activity')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('gathered_key')
        .where('gathered_key', 'is not', null)
        .doUpdateSet({
          count: sql<number>`activity.count + excluded.count`,
          at: sql<number>`case when excluded.at < activity.at then excluded.at else activity.at end`,
          last_at: sql<number>`case when excluded.last_at > activity.last_at then excluded.last_at else activity.last_at end`,
        }),
    )
    .execute();
};

/** Removes the oldest entries before an id. @returns how many */
export const removeActivityBefore = async (db: Db, id: string, most: number): Promise<number> => {
  const oldest = db.selectFrom('activity').select('id').where('id', '<', id).orderBy('id').limit(most);
  const { numDeletedRows } = await db.deleteFrom('activity').where('id', 'in', oldest).executeTakeFirst();
  return Number(numDeletedRows);
};

/** A range of entries by ids, which are in the order of time. */
export interface ActivitySearch {
  /** Only entries whose ids sort before. */
  readonly before: string | undefined;
  /** Only entries whose ids do not sort before. */
  readonly since: string | undefined;
  readonly limit: number;
  /** Undefined means all. */
  readonly kinds: readonly ActivityKind[] | undefined;
  /**
   * The user whose entries are wanted: as the one who did it (`actor_id`), as the one it is about (`user_id`), or
   * both; undefined means all users.
   */
  readonly whose: { readonly id: string; readonly as: readonly ('actor_id' | 'user_id')[] } | undefined;
}

const inOrder = (db: Db, { before, since, limit }: ActivitySearch) =>
  db
    .selectFrom('activity')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(since !== undefined, (query) => query.where('id', '>=', since ?? ''))
    .orderBy('id', 'desc')
    .limit(limit);

/**
 * Builds a query for entries, the latest first. Each index answers one condition in the log's order; with several
 * kinds, or both roles of a user, the answers are merged.
 */
export const searchActivity = (db: Db, search: ActivitySearch) => {
  const { kinds, whose, limit } = search;
  const ofKinds = (query: ReturnType<typeof inOrder>) =>
    kinds === undefined ? query : query.where('kind', 'in', kinds);
  const parts =
    whose !== undefined
      ? whose.as.map((column) => ofKinds(inOrder(db, search)).where(column, '=', whose.id))
      : (kinds ?? []).map((kind) => inOrder(db, search).where('kind', '=', kind));
  const [first = inOrder(db, search), ...more] = parts;
  if (more.length === 0) return first;
  const merged = more.reduce(
    (all, part) => all.union(db.selectFrom(part.as('part')).selectAll()),
    db.selectFrom(first.as('part')).selectAll(),
  );
  return db.selectFrom(merged.as('merged')).selectAll().orderBy('id', 'desc').limit(limit);
};

export const listActivity = async (db: Db, search: ActivitySearch): Promise<ActivityRow[]> =>
  search.kinds?.length === 0 ? [] : searchActivity(db, search).execute();

export const listPeople = (db: Db, ids: readonly string[]): Promise<Person[]> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.email', 'first_name', 'last_name'])
    .where(isOneOf(db, 'users.id', ids))
    .execute();
