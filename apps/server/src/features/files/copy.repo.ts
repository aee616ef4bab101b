import { sql, type SqlBool } from 'kysely';
import type { Category } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { forPieces, isOneOf, rowsOf } from '#db/item-set.ts';
import { nameColumns } from '#lib/name-columns.ts';

/** A copy to be inserted. */
export interface NewCopy {
  /** The item that is copied. */
  readonly of: string;
  readonly id: string;
  readonly parent_id: string | null;
  /** Its name, where it differs from that of the original. */
  readonly name?: string | undefined;
}

/** The columns that a copy has from its original: the blob is shared, and a file keeps its own time. */
const copied = [
  'owner_id',
  'type',
  'color',
  'emoji',
  'blob_id',
  'size',
  'mimetype',
  'category',
  'modified_at',
  'preview_width',
  'preview_height',
  'damaged_at',
].map((column) => sql.ref(`items.${column}`));

/** Times of copies, in milliseconds since 1970. */
export interface CopyTimes {
  readonly now: number;
  /** Present where the copies stay invisible, as permanently deleted at this time. */
  readonly hiddenUntil?: number;
}

/**
 * Inserts up to a few hundred copies, parents before what is in them. Counts are zero, and what belongs to an item
 * rather than to its content stays behind: links, favourites, a place in the trash.
 */
export const insertCopies = async (
  trx: Trx,
  copies: readonly NewCopy[],
  { now, hiddenUntil }: CopyTimes,
): Promise<void> => {
  const hidden = hiddenUntil ?? null;
  const rows = copies.map(({ of, id, parent_id, name }) => ({
    of,
    id,
    parent_id,
    ...(name === undefined ? { name: null, sort_key: null, search_key: null } : nameColumns(name)),
  }));
  const columns = {
    of: 'text',
    id: 'text',
    parent_id: 'text',
    name: 'text',
    sort_key: 'text',
    search_key: 'text',
  } as const;
  // Without this join order SQLite might read every item for each row.
  const joined = sql.raw(isPostgres(trx) ? 'join' : 'cross join');
  // A thumbnail that is being made at this moment is recorded for the items that its transaction sees.
  await sql`insert into items (id, parent_id, name, sort_key, search_key, created_at, deleted_at, purged_at, preview_state,
      owner_id, type, color, emoji, blob_id, size, mimetype, category, modified_at,
      preview_width, preview_height, damaged_at)
    select d.id, d.parent_id, coalesce(d.name, items.name), coalesce(d.sort_key, items.sort_key),
      coalesce(d.search_key, items.search_key), cast(${now} as bigint),
      cast(${hidden} as bigint), cast(${hidden} as bigint),
      case when items.preview_state <> 'pending' then items.preview_state end, ${sql.join(copied)}
    from ${rowsOf(trx, columns, rows)} ${joined} items on items.id = d.of`.execute(trx);
};

/** A sum of copies of one type and category in one folder. */
export interface CopySum {
  /** The folder, or the owner for the top of the account. */
  readonly container_id: string;
  readonly type: 'folder' | 'file';
  readonly category: Category | null;
  readonly count: number;
  /** Bytes. */
  readonly size: number;
}

/** Sums up inserted copies: their originals may have been larger or smaller when they were listed. */
export const sumCopies = async (trx: Trx, ids: readonly string[]): Promise<CopySum[]> => {
  const rows = await trx
    .selectFrom('items')
    .select(['container_id', 'type', 'category'])
    .select([sql<number | string>`count(*)`.as('count'), sql<number | string>`sum(size)`.as('size')])
    .where(isOneOf(trx, 'id', ids))
    .groupBy(['container_id', 'type', 'category'])
    .execute();
  return rows.map(({ count, size, ...row }) => ({ ...row, count: Number(count), size: Number(size) }));
};

/** Lists the tree revisions of folders by their ids. */
export const listRevisions = async (db: Db, ids: readonly string[]): Promise<Map<string, string | null>> => {
  const revisions = new Map<string, string | null>();
  await forPieces(ids, async (piece) => {
    const rows = await db
      .selectFrom('items')
      .select(['id', 'tree_rev'])
      .where(isOneOf(db, 'id', piece))
      .execute();
    for (const row of rows) revisions.set(row.id, row.tree_rev);
  });
  return revisions;
};

/** Counts those of these copies that are hidden. */
export const countHidden = async (
  db: Db,
  { ids, hiddenUntil }: { ids: readonly string[]; hiddenUntil: number },
): Promise<number> => {
  let count = 0;
  await forPieces(ids, async (piece) => {
    const rows = await db
      .selectFrom('items')
      .select('id')
      .where(isOneOf(db, 'id', piece))
      .where('purged_at', '=', hiddenUntil)
      .execute();
    count += rows.length;
  });
  return count;
};

/** Makes hidden copies permanently deleted now. */
export const discardCopies = async (
  trx: Trx,
  { ids, hiddenUntil, now }: { ids: readonly string[]; hiddenUntil: number; now: number },
): Promise<void> => {
  await forPieces(ids, async (piece) => {
    await trx
      .updateTable('items')
      .set({ purged_at: now })
      .where(isOneOf(trx, 'id', piece))
      .where('purged_at', '=', hiddenUntil)
      .execute();
  });
};

/**
 * Tells whether any of these folders contains a live item that was not created at a time, or has another content since: a
 * newer one, or the copy of an older one, which leaves a version.
 */
export const hasItemsOfOtherTimes = async (
  db: Db,
  folders: readonly string[],
  createdAt: number,
): Promise<boolean> => {
  const hasVersion = sql<SqlBool>`exists (select 1 from item_versions where item_versions.item_id = items.id)`;
  const row = await db
    .selectFrom('items')
    .leftJoin('blobs', 'blobs.id', 'items.blob_id')
    .select('items.id')
    .where(isOneOf(db, 'items.container_id', folders))
    .where('items.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('items.created_at', '<>', createdAt), eb('blobs.created_at', '>', createdAt), hasVersion]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
