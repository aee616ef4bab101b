import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ItemRow } from '#db/tables/files.ts';

/** A position in an owner's files ordered by time: at a file, or after all files of its millisecond. */
export interface Moment {
  readonly created_at: number;
  readonly id?: string;
}
export type RecentFile = Pick<ItemRow, 'created_at' | 'id' | 'parent_id'>;

export interface RecentQuery {
  readonly ownerId: string;
  /** Lists files older than this; undefined: from the newest on. */
  readonly before: Moment | undefined;
  /** Index entries to visit when some are excluded, and further ones of the last one's millisecond. */
  readonly window: number;
  /** Folders whose files are excluded. */
  readonly without: readonly string[];
  readonly limit: number;
}

export interface RecentAnswer {
  readonly files: RecentFile[];
  /** The end of the window; undefined: there are no older files. */
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

/** Up to this number of folders is compared one by one; a longer list is looked up. */
const maxCompared = 8;

const outside = (db: Db, folders: readonly string[]): RawBuilder<SqlBool> =>
  folders.length <= maxCompared
    ? sql<SqlBool>`${sql.join(
        folders.map((id) => sql`coalesce(parent_id, '') <> ${id}`),
        sql` and `,
      )}`
    : sql<SqlBool>`(parent_id is null or not ${isOneOf(db, 'parent_id', folders)})`;

/** Lists the newest files that were not trashed themselves, from an index alone. */
export const listRecent = async (db: Db, request: RecentQuery): Promise<RecentAnswer> => {
  const { window, without, limit } = request;
  const all = recent(db, request);
  // Without exclusions no window is needed.
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
  // A window with more files than requested ends at the last returned one.
  if (files.length === limit) return { files, end: files.at(-1) };
  return { files, end: last === undefined ? undefined : { created_at: last.created_at } };
};

/** Lists files, newest first, each with its folder's name. */
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
