import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { subtractClamped } from '#db/subtract-clamped.ts';
import { isLeaseFree } from '#db/lease.ts';
import { lockTree } from '#db/tree-lock.ts';
import { nameColumns } from '#lib/name-columns.ts';

export interface FaultyItem {
  readonly id: string;
  readonly name: string;
}

/** An item that is not reachable from the top of its account. */
export interface UnreachableItem extends FaultyItem {
  readonly owner_id: string;
  readonly parent_id: string;
}

/** Lists unreachable items. */
export const listUnreachable = async (db: Db): Promise<UnreachableItem[]> => {
  const { rows } = await sql<UnreachableItem>`
    with recursive reached as (
      select id from items where parent_id is null
      union all select items.id from items join reached on items.parent_id = reached.id
    ) select id, name, owner_id, parent_id from items where id not in (select id from reached) order by id`.execute(
    db,
  );
  return rows;
};

/** A page of items with consecutive ids. */
export interface ItemPage {
  readonly after: string;
  readonly last: string;
  readonly count: number;
}

/** Items that one statement examines. */
const pageSize = 2_000;

/** Iterates over all items, a page at a time. */
export async function* eachItemPage(db: Db): AsyncGenerator<ItemPage> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('items')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    const last = rows.at(-1)?.id;
    if (last === undefined) return;
    yield { after, last, count: rows.length };
    after = last;
  }
}

/** Lists files of a page whose size differs from that of their bytes, or that of a version from its own. */
export const listMissized = (db: Db, { after, last }: ItemPage): Promise<FaultyItem[]> =>
  db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select(['items.id', 'items.name'])
    .where((eb) =>
      eb.or([
        eb('items.size', '<>', eb.ref('blobs.size')),
        eb.exists(
          eb
            .selectFrom('item_versions')
            .innerJoin('blobs as former', 'former.id', 'item_versions.blob_id')
            .select('item_versions.id')
            .whereRef('item_versions.item_id', '=', 'items.id')
            .whereRef('item_versions.size', '<>', 'former.size'),
        ),
      ]),
    )
    .where('items.id', '>', after)
    .where('items.id', '<=', last)
    .orderBy('items.id')
    .execute();

/** Lists items of a page whose owner differs from their folder's. */
export const listMisplaced = (db: Db, { after, last }: ItemPage): Promise<FaultyItem[]> =>
  db
    .selectFrom('items')
    .innerJoin('items as parents', 'parents.id', 'items.parent_id')
    .select(['items.id', 'items.name'])
    .whereRef('items.owner_id', '<>', 'parents.owner_id')
    .where('items.id', '>', after)
    .where('items.id', '<=', last)
    .orderBy('items.id')
    .execute();

/**
 * Lists the folders of a page and all their ancestors, each with its parent. A folder occurs once, so that a cycle
 * ends.
 */
export const listFoldersUp = async (
  db: Db,
  { after, last }: ItemPage,
): Promise<{ id: string; parent_id: string | null }[]> => {
  const { rows } = await sql<{ id: string; parent_id: string | null }>`
    with recursive above (id, parent_id) as (
      select id, parent_id from items where id > ${after} and id <= ${last} and type = 'folder'
      union select items.id, items.parent_id from items join above on items.id = above.parent_id
    ) select id, parent_id from above`.execute(db);
  return rows;
};

/** Sets the sizes of a file and of its versions to those of their bytes. */
export const correctSize = async (trx: Trx, id: string): Promise<void> => {
  await sql`update item_versions
    set size = (select blobs.size from blobs where blobs.id = item_versions.blob_id) where item_id = ${id}`.execute(
    trx,
  );
  await sql`update items set size = (select blobs.size from blobs where blobs.id = items.blob_id) where id = ${id}`.execute(
    trx,
  );
};

/** Tells whether a name is taken at the top of an account. */
const isTaken = async (trx: Trx, ownerId: string, name: string): Promise<boolean> =>
  (await trx
    .selectFrom('items')
    .select('id')
    .where('container_id', '=', ownerId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Moves an item to the top of its account, under a new name if its own is taken. */
export const moveToTop = async (
  trx: Trx,
  { id, name, owner_id: ownerId }: UnreachableItem,
): Promise<void> => {
  await lockTree(trx, ownerId);
  const free = (await isTaken(trx, ownerId, name)) ? `Recovered ${id}` : name;
  await trx
    .updateTable('items')
    .set({ parent_id: null, ...nameColumns(free) })
    .where('id', '=', id)
    .execute();
};

/** Returns the number of items by the accounts' records. */
export const countItems = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('item_totals')
    .select(sql<number>`coalesce(sum(files + folders), 0)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const countUsers = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export interface OpenUpload {
  readonly id: string;
  readonly file_name: string;
  readonly store_id: string | null;
  readonly staging_key: string;
  readonly received: number;
  readonly updated_at: number;
}

/** Lists unfinished uploads that no server holds. */
export const listOpenUploads = (db: Db): Promise<OpenUpload[]> =>
  db
    .selectFrom('upload_sessions')
    .select(['id', 'file_name', 'store_id', 'staging_key', 'received', 'updated_at'])
    .where('state', '=', 'open')
    .where(isLeaseFree(db))
    .orderBy('id')
    .execute();

const releaseRoom = async (trx: Trx, id: string): Promise<void> => {
  const held = await trx
    .deleteFrom('quota_reservations')
    .where('id', '=', id)
    .returning(['user_id', 'bytes'])
    .executeTakeFirst();
  if (held === undefined) return;
  await trx
    .updateTable('user_storage')
    .set({ reserved: subtractClamped('reserved', held.bytes) })
    .where('user_id', '=', held.user_id)
    .execute();
};

/** Ends an upload that has not changed since it was listed, and releases its reservation. @returns whether it did */
export const endUpload = async (trx: Trx, { id, received }: OpenUpload): Promise<boolean> => {
  const ended = await trx
    .deleteFrom('upload_sessions')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('received', '=', received)
    .where(isLeaseFree(trx))
    .executeTakeFirst();
  if (ended.numDeletedRows === 0n) return false;
  await releaseRoom(trx, id);
  return true;
};

/** Ends all unfinished uploads, and releases their reservations, because their bytes are elsewhere. */
export const endAllUploads = async (trx: Trx): Promise<void> => {
  await trx.deleteFrom('upload_sessions').where('state', '=', 'open').execute();
  await trx.deleteFrom('quota_reservations').execute();
  await trx.updateTable('user_storage').set({ reserved: 0 }).where('reserved', '<>', 0).execute();
};

/** Deletes the rows of servers that used the database. */
export const forgetServers = async (trx: Trx): Promise<void> => {
  await trx.deleteFrom('nodes').execute();
};

/** Kinds of jobs that depend on the old store and folders. */
const boundJobs = ['backup', 'backup.check', 'doctor'];

/** Deletes jobs that depend on the old location, and restarts interrupted ones. @param dropMails deletes mails, too */
export const forgetJobs = async (trx: Trx, dropMails: boolean): Promise<void> => {
  await trx
    .deleteFrom('jobs')
    .where('kind', 'in', dropMails ? [...boundJobs, 'mail'] : boundJobs)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
};
