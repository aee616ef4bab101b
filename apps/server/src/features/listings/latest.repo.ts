import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ItemRow } from '#db/tables/files.ts';

/** A place in the order of an owner's files by time: at a file, or behind all of its millisecond. */
export interface Moment {
  readonly created_at: number;
  readonly id?: string;
}
export type RecentFile = Pick<ItemRow, 'created_at' | 'id' | 'parent_id'>;

export interface RecentQuery {
  readonly ownerId: string;
  /** Where older files are asked for; undefined: from the newest on. */
  readonly before: Moment | undefined;
  /** Index entries to walk through where some are left out, and whatever is of the last one's millisecond. */
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

const recent = (db: Db, { ownerId, before }: RecentQuery) =>
  db
    .selectFrom('items')
    .select(['created_at', 'id', 'parent_id'])
    .where('owner_id', '=', ownerId)
    .where('type', '=', 'file')
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) =>
      before?.id === undefined
        ? query.where('created_at', '<', before?.created_at ?? 0)
        : query.where(sql<boolean>`(created_at, id) < (${before.created_at}, ${before.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

/** Folders that are compared one by one; a list of more is looked things up in. */
const comparedAtMost = 8;

const outside = (db: Db, folders: readonly string[]): RawBuilder<SqlBool> =>
  folders.length <= comparedAtMost
    ? sql<SqlBool>`${sql.join(
        folders.map((id) => sql`coalesce(parent_id, '') <> ${id}`),
        sql` and `,
      )}`
    : sql<SqlBool>`(parent_id is null or not ${isOneOf(db, 'parent_id', folders)})`;

/** Newest files that have not been put into the trash themselves, read from an index alone. */
export const listRecent = async (db: Db, request: RecentQuery): Promise<RecentAnswer> => {
  const { window, without, limit } = request;
  const all = recent(db, request);
  // Where none are left out there is nothing to walk through.
  const last =
    without.length === 0
      ? undefined
      : await all
          .offset(window - 1)
          .limit(1)
          .executeTakeFirst();
  const files = await all
    .$if(without.length > 0, (query) => query.where(outside(db, without)))
    .$if(last !== undefined, (query) => query.where('created_at', '>=', last?.created_at ?? 0))
    .limit(limit)
    .execute();
  // A window that has more to tell than was asked for ends where the telling did.
  if (files.length === limit) return { files, end: files.at(-1) };
  return { files, end: last === undefined ? undefined : { created_at: last.created_at } };
};

/** Files, newest first, each with the name of the folder that it is in. */
export const listFiles = (
  db: Db,
  ids: readonly string[],
): Promise<(ItemRow & { readonly folder_name: string | null })[]> =>
  db
    .selectFrom('items')
    .leftJoin('items as folder', 'folder.id', 'items.parent_id')
    .selectAll('items')
    .select('folder.name as folder_name')
    .where(isOneOf(db, 'items.id', ids))
    .orderBy('items.created_at', 'desc')
    .orderBy('items.id', 'desc')
    .execute();
