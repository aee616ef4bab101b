import { categories } from '@holdall/contract/files';
import { sql, type SqlBool } from 'kysely';
import { storedContents } from '#db/blob-references.ts';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';

/** A folder or account that counts its items. */
export interface CountingRow {
  readonly id: string;
  readonly kind: 'user' | 'folder';
}

/** A range of consecutive ids. */
interface Range {
  readonly after: string;
  readonly last: string;
}

/** Lists the folders or users of a range whose direct counts are wrong. */
const listMiscounted = async (
  db: Db,
  places: { readonly table: 'items' | 'users'; readonly kind: CountingRow['kind'] },
  { after, last }: Range,
): Promise<CountingRow[]> => {
  const table = sql.table(places.table);
  const isOfKind = places.kind === 'folder' ? sql`and type = 'folder'` : sql``;
  const range = sql`select id from ${table} where id > ${after} and id <= ${last} ${isOfKind}`;
  const { rows } = await sql<{ id: string }>`
    select place.id from ${table} as place
    left join (
      select container_id, count(*) as items, sum(case when type = 'file' then 1 else 0 end) as files, sum(size) as size
      from items where deleted_at is null and container_id in (${range}) group by container_id
    ) as held on held.container_id = place.id
    where place.id in (${range}) and (place.items_count <> coalesce(held.items, 0)
      or place.files_count <> coalesce(held.files, 0) or place.files_size <> coalesce(held.size, 0))
    order by place.id`.execute(db);
  return rows.map(({ id }) => ({ id, kind: places.kind }));
};

/** Lists folders of a page whose direct counts are wrong. */
export const listMiscountedFolders = (db: Db, page: Range): Promise<CountingRow[]> =>
  listMiscounted(db, { table: 'items', kind: 'folder' }, page);

/** Lists users of a range whose counts at the top of their account are wrong. */
export const listMiscountedUsers = (db: Db, range: Range): Promise<CountingRow[]> =>
  listMiscounted(db, { table: 'users', kind: 'user' }, range);

/** Locks a row until the transaction ends. SQLite has one writer at a time anyway. */
const lockRow = async (
  trx: Trx,
  { table, column, id }: { readonly table: string; readonly column: string; readonly id: string },
): Promise<void> => {
  if (!isPostgres(trx)) return;
  await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} for no key update`.execute(
    trx,
  );
};

/** Counts the direct items of a folder or account again. */
export const recount = async (trx: Trx, { id, kind }: CountingRow): Promise<void> => {
  const table = kind === 'user' ? 'users' : 'items';
  await lockRow(trx, { table, column: 'id', id });
  const held = sql`from items as held where held.container_id = ${id} and held.deleted_at is null`;
  await sql`update ${sql.table(table)} set
    items_count = (select count(*) ${held}),
    files_count = (select count(*) ${held} and held.type = 'file'),
    files_size = (select coalesce(sum(held.size), 0) ${held})
    where id = ${id}`.execute(trx);
};

/** Returns those of the accounts whose recorded number of items is wrong. */
export const listUncounted = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select users.id from users left join item_totals as totals on totals.user_id = users.id
    left join (
      select owner_id, sum(case when type = 'file' then 1 else 0 end) as files,
        sum(case when type = 'folder' then 1 else 0 end) as folders
      from items where ${isOneOf(db, 'owner_id', ids)} group by owner_id
    ) as held on held.owner_id = users.id
    where ${isOneOf(db, 'users.id', ids)} and (coalesce(totals.files, 0) <> coalesce(held.files, 0)
      or coalesce(totals.folders, 0) <> coalesce(held.folders, 0))
    order by users.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Counts an account's items again. */
export const recountAccount = async (trx: Trx, userId: string): Promise<void> => {
  await lockRow(trx, { table: 'item_totals', column: 'user_id', id: userId });
  await sql`insert into item_totals (user_id, files, folders)
    select id, (select count(*) from items where owner_id = ${userId} and type = 'file'),
      (select count(*) from items where owner_id = ${userId} and type = 'folder')
    from users where id = ${userId}
    on conflict (user_id) do update set files = excluded.files, folders = excluded.folders`.execute(trx);
};

const named = categories.filter((category) => category !== 'others');
const bytesOf = (category: string) =>
  category === 'others'
    ? sql`coalesce(sum(case when category in (${sql.join(named)}) then 0 else size end), 0)`
    : sql`coalesce(sum(case when category = ${category} then size else 0 end), 0)`;

/** Sums over the items of one owner: numbers of files and folders, and bytes by category, versions included. */
export type ItemSums = Readonly<Record<'files' | 'folders' | (typeof categories)[number], number>>;

/** Returns sums over the items of a page, by owner. */
export const sumPage = async (
  db: Db,
  { after, last }: Range,
): Promise<(ItemSums & { readonly owner_id: string })[]> => {
  const sums = categories.map((category) => sql`${bytesOf(category)} as ${sql.ref(category)}`);
  const { rows } = await sql<ItemSums & { readonly owner_id: string }>`
    select owner_id, sum(case when type = 'file' then 1 else 0 end) as files,
      sum(case when type = 'folder' then 1 else 0 end) as folders, ${sql.join(sums)}
    from (
      select owner_id, type, category, size from items where id > ${after} and id <= ${last}
      union all
      select owner_id, 'version', category, size from item_versions where item_id > ${after} and item_id <= ${last}
    ) as held group by owner_id`.execute(db);
  return rows;
};

/** The record of an account, and whether its reserved quota equals the sum of its reservations. */
export interface RecordedSums extends ItemSums {
  readonly id: string;
  readonly is_reserved: number;
}

/** Lists the records of accounts, by id. A missing record differs from any sum. */
export const listRecorded = async (db: Db, after: string, limit: number): Promise<RecordedSums[]> => {
  const columns = categories.map(
    (category) => sql`coalesce(storage.${sql.ref(category)}, -1) as ${sql.ref(category)}`,
  );
  const { rows } = await sql<RecordedSums>`
    select users.id, coalesce(totals.files, 0) as files, coalesce(totals.folders, 0) as folders, ${sql.join(columns)},
      case when storage.reserved = coalesce((
        select sum(bytes) from quota_reservations where user_id = users.id), 0) then 1 else 0 end as is_reserved
    from users left join item_totals as totals on totals.user_id = users.id
    left join user_storage as storage on storage.user_id = users.id
    where users.id > ${after} order by users.id limit ${limit}`.execute(db);
  return rows;
};

/** Returns those of the accounts whose recorded storage or reserved quota is wrong. */
export const listDrifted = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const sums = categories.map((category) => sql`${bytesOf(category)} as ${sql.ref(category)}`);
  const differs = categories.map(
    (category) => sql`storage.${sql.ref(category)} <> coalesce(held.${sql.ref(category)}, 0)`,
  );
  const { rows } = await sql<{ id: string }>`
    select users.id from users left join user_storage as storage on storage.user_id = users.id
    left join (
      select owner_id, ${sql.join(sums)} from ${storedContents(({ owner }) => isOneOf(db, owner, ids))} as stored
      group by owner_id
    ) as held on held.owner_id = users.id
    left join (
      select user_id, sum(bytes) as bytes from quota_reservations group by user_id
    ) as room on room.user_id = users.id
    where ${isOneOf(db, 'users.id', ids)} and (storage.user_id is null
      or storage.reserved <> coalesce(room.bytes, 0) or ${sql.join(differs, sql` or `)})
    order by users.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Sums up an account's storage and reserved quota again. */
export const recountStorage = async (trx: Trx, userId: string): Promise<void> => {
  await sql`insert into user_storage (user_id) select id from users where id = ${userId}
    on conflict (user_id) do nothing`.execute(trx);
  await lockRow(trx, { table: 'user_storage', column: 'user_id', id: userId });
  const stored = storedContents(({ owner }) => sql<SqlBool>`${sql.ref(owner)} = ${userId}`);
  const changes = categories.map(
    (category) => sql`${sql.ref(category)} = (select ${bytesOf(category)} from ${stored} as stored)`,
  );
  await sql`update user_storage set ${sql.join(changes)},
    reserved = (select coalesce(sum(bytes), 0) from quota_reservations where user_id = ${userId})
    where user_id = ${userId}`.execute(trx);
};
