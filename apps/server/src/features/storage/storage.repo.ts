import { sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { databaseTime } from '#db/database-time.ts';
import { isOneOf } from '#db/item-set.ts';
import type { StorageMoveRow } from '#db/tables/storage.ts';

export const findMove = (db: Db): Promise<StorageMoveRow | undefined> =>
  db.selectFrom('storage_moves').selectAll().executeTakeFirst();

export const insertMove = async (db: Db, row: StorageMoveRow): Promise<void> => {
  await db.insertInto('storage_moves').values(row).execute();
};

/** @returns whether the move was recorded */
export const removeMove = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('storage_moves').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
};

export const removeMoves = async (db: Db): Promise<void> => {
  await db.deleteFrom('storage_moves').execute();
};

/** Returns a revision by which a server tells cheaply whether the record may have changed. */
export const findStorageRevision = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ revision: string | null }>`
    select coalesce((select value from settings where name = 'revision'), '0')
      || coalesce((select ' ' || id || ' ' || part from storage_moves), '') as revision`.execute(db);
  return rows[0]?.revision ?? '';
};

/** Tells whether anything is stored: files, or pictures of people and of the application. */
export const hasBytes = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ found: number }>`
    select 1 as found where exists (select 1 from blobs) or exists (select 1 from images)`.execute(db);
  return rows.length > 0;
};

/** Records the move that a server acts on. */
export const saveReader = async (db: Db, reader: { node: string; move_id: string }): Promise<void> => {
  const told = { move_id: reader.move_id, seen_at: databaseTime(db) };
  await db
    .insertInto('storage_readers')
    .values({ ...reader, ...told })
    .onConflict((conflict) => conflict.column('node').doUpdateSet(told))
    .execute();
};

export const removeReader = async (db: Db, node: string): Promise<void> => {
  await db.deleteFrom('storage_readers').where('node', '=', node).execute();
};

export interface Reader {
  readonly node: string;
  /** When the server last reported anything, and how many milliseconds ago. */
  readonly seenAt: number;
  readonly silentFor: number;
}

/** Lists servers that act on anything but the given move. */
export const listOtherReaders = (db: Db, moveId: string): Promise<Reader[]> => {
  const seenAt = sql<number>`coalesce(
    (select nodes.seen_at from nodes where nodes.id = node and nodes.seen_at > storage_readers.seen_at),
    storage_readers.seen_at)`;
  return db
    .selectFrom('storage_readers')
    .select(['node', seenAt.as('seenAt'), sql<number>`${databaseTime(db)} - ${seenAt}`.as('silentFor')])
    .where('move_id', '<>', moveId)
    .execute();
};

/** The tables that name bytes in the store, in the order in which they are moved. */
export const movedParts = ['blobs', 'thumbnails', 'images'] as const;
export type MovedPart = (typeof movedParts)[number];

export interface MovableRow {
  readonly id: string;
  readonly key: string;
  /** Bytes, and their SHA-256 in lower-case hexadecimal; neither is recorded for pictures. */
  readonly size?: number;
  readonly sha256?: string;
}

/** Lists rows of a part after an id. */
export const listMovable = async (
  db: Db,
  part: MovedPart,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<MovableRow[]> => {
  if (part === 'blobs')
    return db
      .selectFrom('blobs')
      .select(['id', 'key', 'size', 'sha256'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
  if (part === 'images')
    return db
      .selectFrom('images')
      .select(['id', 'key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
  const rows = await db
    .selectFrom('thumbnails')
    .select(['blob_id as id', 'key'])
    .where('blob_id', '>', after)
    .where('key', 'is not', null)
    .orderBy('blob_id')
    .limit(limit)
    .execute();
  return rows.map(({ id, key }) => ({ id, key: key ?? '' }));
};

/** Returns the keys that are still recorded. */
export const onRecord = async (db: Db, part: MovedPart, keys: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom(part)
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .execute();
  return new Set(rows.flatMap(({ key }) => key ?? []));
};

/** Records the progress of a move. @returns false when the move was ended */
export const saveWalk = async (
  db: Db,
  id: string,
  walk: Pick<StorageMoveRow, 'part' | 'after' | 'moved' | 'bytes'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('storage_moves')
    .set(walk)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Finds a file that has a blob, with its owner, to name it to people; undefined when there is none. */
export const findShowing = (db: Db, blobId: string): Promise<{ name: string; email: string } | undefined> =>
  db
    .selectFrom('items')
    .innerJoin('users', 'users.id', 'items.owner_id')
    .select(['items.name', 'users.email'])
    .where('items.blob_id', '=', blobId)
    .where(sql<SqlBool>`items.purged_at is null`)
    .limit(1)
    .executeTakeFirst();
