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

/** An item that no way leads to. */
export interface AdriftItem extends FaultyItem {
  readonly owner_id: string;
  readonly parent_id: string;
}

/** Items that no way leads to from the top of their account. */
export const listAdrift = async (db: Db): Promise<AdriftItem[]> => {
  const { rows } = await sql<AdriftItem>`
    with recursive reached as (
      select id from items where parent_id is null
      union all select items.id from items join reached on items.parent_id = reached.id
    ) select id, name, owner_id, parent_id from items where id not in (select id from reached) order by id`.execute(
    db,
  );
  return rows;
};

/** Items whose ids follow one another. */
export interface ItemPage {
  readonly after: string;
  readonly last: string;
  readonly count: number;
}

/** Items that one statement looks at. */
const pageSize = 2_000;

/** All items, page after page. */
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

/** Files of a page that say another size than their bytes have. */
export const listMissized = (db: Db, { after, last }: ItemPage): Promise<FaultyItem[]> =>
  db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select(['items.id', 'items.name'])
    .whereRef('items.size', '<>', 'blobs.size')
    .where('items.id', '>', after)
    .where('items.id', '<=', last)
    .orderBy('items.id')
    .execute();

/** Items of a page whose owner is not the owner of the folder that they are in. */
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
 * The folders of a page and all that are above them, by their ids, with the folder that each is in. Each is named once, so
 * that a circle ends.
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

/** Says of a file how many bytes it has. */
export const correctSize = async (trx: Trx, id: string): Promise<void> => {
  await sql`update items set size = (select blobs.size from blobs where blobs.id = items.blob_id) where id = ${id}`.execute(
    trx,
  );
};

/** Whether something at the top of an account is called so. */
const isTaken = async (trx: Trx, ownerId: string, name: string): Promise<boolean> =>
  (await trx
    .selectFrom('items')
    .select('id')
    .where('container_id', '=', ownerId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Brings an item to the top of its account, under its own name or, where that is taken, another one. */
export const bringHome = async (trx: Trx, { id, name, owner_id: ownerId }: AdriftItem): Promise<void> => {
  await lockTree(trx, ownerId);
  const free = (await isTaken(trx, ownerId, name)) ? `Recovered ${id}` : name;
  await trx
    .updateTable('items')
    .set({ parent_id: null, ...nameColumns(free) })
    .where('id', '=', id)
    .execute();
};

/** Items that accounts are said to have. */
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
  readonly staging_key: string;
  readonly received: number;
  readonly updated_at: number;
}

/** Unfinished uploads that no server is at. */
export const listOpenUploads = (db: Db): Promise<OpenUpload[]> =>
  db
    .selectFrom('upload_sessions')
    .select(['id', 'file_name', 'staging_key', 'received', 'updated_at'])
    .where('state', '=', 'open')
    .where(isLeaseFree(db))
    .orderBy('id')
    .execute();

const releaseRoom = async (trx: Trx, id: string): Promise<void> => {
  const held = await trx
    .deleteFrom('storage_reservations')
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

/** Ends an upload that has not moved since it was looked at, and gives its room back. @returns whether it was so */
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

/** Ends all uploads that are not finished, and gives their room back: their bytes are elsewhere. */
export const endAllUploads = async (trx: Trx): Promise<void> => {
  await trx.deleteFrom('upload_sessions').where('state', '=', 'open').execute();
  await trx.deleteFrom('storage_reservations').execute();
  await trx.updateTable('user_storage').set({ reserved: 0 }).where('reserved', '<>', 0).execute();
};

/** Forgets the servers that used the database. */
export const forgetServers = async (trx: Trx): Promise<void> => {
  await trx.deleteFrom('nodes').execute();
};

/** What looked after the old place, which makes no sense in another one. */
const boundJobs = ['backup', 'backup.check', 'doctor'];

/** Forgets work that belongs to the old place; other work that was under way is done again. @param dropMails mails too */
export const forgetJobs = async (trx: Trx, dropMails: boolean): Promise<void> => {
  await trx
    .deleteFrom('jobs')
    .where('kind', 'in', dropMails ? [...boundJobs, 'mail'] : boundJobs)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
};
