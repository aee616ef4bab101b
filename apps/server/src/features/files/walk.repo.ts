import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { BlobRow, ItemRow } from '#db/tables/files.ts';

/** The facts about a file's bytes that a reader needs. */
export type BlobFacts = Pick<BlobRow, 'id' | 'store_id' | 'key' | 'size' | 'crc32' | 'damaged_at'>;

const walking = (db: Db) =>
  db
    .selectFrom('items')
    .leftJoin('blobs', 'blobs.id', 'items.blob_id')
    .select([
      'items.id',
      'items.container_id',
      'items.type',
      'items.name',
      'items.modified_at',
      'items.items_count',
      'blobs.store_id',
      'blobs.key',
      'blobs.size',
      'blobs.crc32',
      'blobs.damaged_at',
    ])
    .where('items.deleted_at', 'is', null);

/** An item in a folder, with the facts about its bytes. */
export type WalkedItem = Awaited<ReturnType<typeof listContentsOf>>[number];

/** Lists the live direct contents of several folders, by folder and name. */
export const listContentsOf = (db: Db, containers: readonly string[]) =>
  walking(db)
    .where(isOneOf(db, 'items.container_id', containers))
    .orderBy('items.container_id')
    .orderBy('items.name')
    .execute();

/** Lists the next items of one folder by name. @param after the last known name; '' at the beginning */
export const listContentsAfter = (
  db: Db,
  container: string,
  { after, limit }: { after: string; limit: number },
): Promise<WalkedItem[]> =>
  walking(db)
    .where('items.container_id', '=', container)
    .where('items.name', '>', after)
    .orderBy('items.name')
    .limit(limit)
    .execute();

/** Lists blobs by their ids, in no order. */
export const listBlobs = (db: Db, ids: readonly string[]): Promise<BlobFacts[]> =>
  db
    .selectFrom('blobs')
    .select(['id', 'store_id', 'key', 'size', 'crc32', 'damaged_at'])
    .where(isOneOf(db, 'id', ids))
    .execute();

/** Lists an owner's items that were not moved to the trash themselves, in no order. */
export const listLiveItems = (
  db: Db,
  { ownerId, ids }: { ownerId: string; ids: readonly string[] },
): Promise<ItemRow[]> =>
  db
    .selectFrom('items')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .execute();
