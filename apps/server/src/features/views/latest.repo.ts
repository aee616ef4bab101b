import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ItemRow } from '#db/tables/files.ts';

/** A place in the order of an owner's files by time. */
export interface Moment {
  readonly created_at: number;
  readonly id: string;
}
export type RecentFile = Moment & Pick<ItemRow, 'parent_id'>;

export interface RecentWish {
  readonly ownerId: string;
  /** Files that are older than this one; undefined: from the newest on. */
  readonly before: Moment | undefined;
  /** Index entries to walk through at the most. */
  readonly window: number;
  /** Folders whose files are left out. */
  readonly without: readonly string[];
  readonly limit: number;
}

export interface RecentAnswer {
  readonly files: RecentFile[];
  /** Where the window ends; undefined: there are no older files. */
  readonly end: Moment | undefined;
}

const recent = (db: Db, { ownerId, before }: RecentWish) =>
  db
    .selectFrom('items')
    .select(['created_at', 'id', 'parent_id'])
    .where('owner_id', '=', ownerId)
    .where('type', '=', 'file')
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${before?.created_at ?? 0}, ${before?.id ?? ''})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

/** Newest files that have not been put into the trash themselves, read from an index alone. */
export const listRecent = async (db: Db, wish: RecentWish): Promise<RecentAnswer> => {
  const { window, without, limit } = wish;
  const [files, end] = await Promise.all([
    db
      .selectFrom(recent(db, wish).limit(window).as('recent'))
      .selectAll()
      .where((eb) => eb.or([eb('parent_id', 'is', null), eb.not(isOneOf(db, 'parent_id', without))]))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    recent(db, wish)
      .offset(window - 1)
      .limit(1)
      .executeTakeFirst(),
  ]);
  const last = files.at(-1);
  // A window that has more to tell than was asked for ends where the telling did.
  return { files, end: files.length === limit && last !== undefined ? last : end };
};

export const listFiles = (db: Db, ids: readonly string[]): Promise<ItemRow[]> =>
  db
    .selectFrom('items')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
