import { type Kysely, sql } from 'kysely';

/**
 * The ledger has the content that a file was created with, so that the undo of its creation does not take away what was
 * saved since. One that was saved before this migration is never the same again: no blob has the empty id.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update operation_items set blob_after = coalesce((
      select items.blob_id from items
      join blobs on blobs.id = items.blob_id
      join operations on operations.id = operation_items.operation_id
      where items.id = operation_items.item_id and blobs.created_at <= operations.created_at
    ), '')
    where blob_before is null and deleted_after is null
      and operation_id in (select id from operations where kind in ('upload', 'copy'))
      and item_id in (select id from items where type = 'file')`.execute(db);
  await sql`drop index operation_items_overwritten`.execute(db);
  await sql`create index operation_items_contents on operation_items (item_id, blob_before)
    where blob_after is not null`.execute(db);
};
