import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { isOneOf } from '#db/item-set.ts';
import type { StoreRow } from '#db/tables/storage.ts';
import { createId } from '#ports/ids.ts';

/** Lists all stores, the active one first. */
export const listStores = (db: Db): Promise<StoreRow[]> =>
  db
    .selectFrom('stores')
    .select(['id', 'kind', 'config', 'node_id', 'state', 'created_at'])
    .orderBy('state')
    .orderBy('id')
    .execute();

export const insertStore = async (trx: Trx, row: StoreRow): Promise<void> => {
  await trx.insertInto('stores').values(row).execute();
};

export const updateStore = async (
  db: Db,
  id: string,
  changes: Partial<Pick<StoreRow, 'kind' | 'config' | 'node_id' | 'state'>>,
): Promise<void> => {
  await db.updateTable('stores').set(changes).where('id', '=', id).execute();
};

/** Retires a store that drains. @returns false where something refers to it */
export const retireStore = async (db: Db, id: string): Promise<boolean> => {
  try {
    const { numUpdatedRows } = await db
      .updateTable('stores')
      .set({ state: 'retired' })
      .where('id', '=', id)
      .where('state', '=', 'draining')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
};

/** Tells whether anything is in a store: files that are not small, or images of people and of the application. */
export const hasBytes = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ found: number }>`
    select 1 as found where exists (select 1 from blobs where store_id is not null) or exists (select 1 from images)`.execute(
    db,
  );
  return rows.length > 0;
};

/** Tells whether a row of a file, a thumbnail or an image names a store. */
export const hasRowsIn = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql<{ found: number }>`select 1 as found
    where exists (select 1 from blobs where store_id = ${id})
      or exists (select 1 from images where store_id = ${id})
      or exists (select 1 from thumbnails where store_id = ${id})`.execute(db);
  return rows.length > 0;
};

/** Counts the uploads that end in a store. @param since of those alone that took bytes in since then */
export const countUploadsIn = async (db: Db, id: string, since = 0): Promise<number> => {
  const { count } = await db
    .selectFrom('upload_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('store_id', '=', id)
    .where('updated_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
};

/** Lets uploads whose bytes are lost with their store begin anew in another one. */
export const restartUploads = async (
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  await db
    .updateTable('upload_sessions')
    .set({ store_id: to, received: 0, losses: sql`losses + 1` })
    .where('store_id', '=', from)
    .execute();
};

/** Reads the state of a store, which another program may have changed. */
export const stateOf = async (db: Db, id: string): Promise<StoreRow['state'] | undefined> =>
  (await db.selectFrom('stores').select('state').where('id', '=', id).executeTakeFirst())?.state;

/** The tables of rows with bytes, in the order in which they are migrated, and their primary keys. */
export const parts = ['blobs', 'thumbnails', 'images'] as const;
export type Part = (typeof parts)[number];
const idOf = { blobs: 'id', thumbnails: 'blob_id', images: 'id' } as const;

export interface MigratableRow {
  readonly id: string;
  readonly key: string;
  /** Bytes, and their SHA-256 in lower-case hexadecimal; recorded for files alone. */
  readonly size: number | undefined;
  readonly sha256: string | undefined;
}

/** Lists rows of a part whose bytes are in a store, by their ids. */
export const listRowsIn = async (
  db: Db,
  part: Part,
  { store, after, limit }: { readonly store: string; readonly after: string; readonly limit: number },
): Promise<MigratableRow[]> => {
  const id = sql.ref(idOf[part]);
  const facts = sql.raw(part === 'blobs' ? 'size, sha256' : 'null as size, null as sha256');
  const { rows } = await sql<{ id: string; key: string; size: number | null; sha256: string | null }>`
    select ${id} as id, key, ${facts} from ${sql.table(part)}
    where store_id = ${store} and ${id} > ${after} order by ${id} limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ size, sha256, ...row }) => ({
    ...row,
    size: size ?? undefined,
    sha256: sha256 ?? undefined,
  }));
};

/** Lists rows of files' blobs of at most so many bytes that are in a store, by their ids. */
export const listSmallRowsIn = (
  db: Db,
  {
    store,
    after,
    limit,
    most,
  }: { readonly store: string; readonly after: string; readonly limit: number; readonly most: number },
): Promise<MigratableRow[]> =>
  db
    .selectFrom('blobs')
    .select(['id', 'key', 'size', 'sha256'])
    .where('store_id', '=', store)
    .where('id', '>', after)
    .where('size', '<=', most)
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Records that a row's bytes are in another store; null: in the database.
 *
 * @returns false where the row is gone, or names another store
 */
export const moveRow = async (
  db: Db,
  part: Part,
  {
    id,
    key,
    from,
    to,
  }: { readonly id: string; readonly key: string; readonly from: string; readonly to: string | null },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update ${sql.table(part)} set store_id = ${to}
    where ${sql.ref(idOf[part])} = ${id} and key = ${key} and store_id = ${from}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Forgets the thumbnails of a blob, which are made again when they are looked at. */
export const forgetThumbnail = async (db: Db, blobId: string): Promise<void> => {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('thumbnails').where('blob_id', '=', blobId).execute();
    const none = { preview_state: null, preview_width: null, preview_height: null };
    await trx.updateTable('items').set(none).where('blob_id', '=', blobId).execute();
  });
};

/** Returns those of the keys whose files are known to be damaged. */
export const damagedKeys = async (db: Db, keys: readonly string[]): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('blobs')
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .where('damaged_at', 'is not', null)
    .execute();
  return rows.map(({ key }) => key);
};

/** Returns those of the keys whose row names a store. @param store that the row names; undefined: any */
export const keysOnRecord = async (db: Db, keys: readonly string[], store?: string): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const part of parts) {
    const rows = await db
      .selectFrom(part)
      .select('key')
      .where(isOneOf(db, 'key', keys))
      .where('store_id', 'is not', null)
      .$if(store !== undefined, (query) => query.where('store_id', '=', store ?? ''))
      .execute();
    for (const { key } of rows) if (key !== null) found.add(key);
  }
  return found;
};

/** Makes a new store the only one, which has all bytes. */
export const replaceStores = async (
  trx: Trx,
  { kind, config }: Pick<StoreRow, 'kind' | 'config'>,
): Promise<void> => {
  const now = Date.now();
  const id = createId(now);
  const active = await trx.selectFrom('stores').select('id').where('state', '=', 'active').executeTakeFirst();
  if (active !== undefined) await updateStore(trx, active.id, { state: 'draining' });
  await insertStore(trx, { id, kind, config, node_id: null, state: 'active', created_at: now });
  for (const part of parts)
    await trx
      .updateTable(part)
      .set({ store_id: id })
      // A blob without a store has its bytes in the database.
      .where(part === 'blobs' ? 'store_id' : 'key', 'is not', null)
      .execute();
  await trx.updateTable('upload_sessions').set({ store_id: null }).execute();
  await trx.deleteFrom('stores').where('id', '<>', id).execute();
};
