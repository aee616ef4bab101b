import { sql, type SqlBool } from 'kysely';
import { beginsWith } from '#db/begins-with.ts';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { BlobRow, ItemVersionRow } from '#db/tables/files.ts';
import { guestChangeLifetime } from '#features/files/index.ts';
import { firstIdOf, timeOfId } from '#ports/ids.ts';
import type {
  LabelChange,
  PrincipalIds,
  StoredVersion,
  ThinnedVersion,
  VersionsOf,
} from './versions.types.ts';

const versionsOf = (db: Db, { itemId, storedBy }: VersionsOf) => {
  const all = db
    .selectFrom('item_versions')
    .innerJoin('blobs', 'blobs.id', 'item_versions.blob_id')
    .where('item_versions.item_id', '=', itemId);
  return storedBy === undefined ? all : all.where(beginsWith('blobs.stored_by', storedBy));
};

/** The time at which the version was stored that is so many versions newer; null where there are fewer. */
const newerStoredAt = (compared: number) =>
  sql<number | null>`(
    select newer_blob.created_at from item_versions as newer join blobs as newer_blob on newer_blob.id = newer.blob_id
    where newer.item_id = item_versions.item_id and newer.id > item_versions.id
    order by newer.id limit 1 offset ${compared - 1}
  )`.as('newer_stored_at');

/** The guests' changes that replaced a version and were not reverted. */
const changesByGuests = sql`operation_items join operations on operations.id = operation_items.operation_id
  where operation_items.item_id = item_versions.item_id and operation_items.blob_before = item_versions.blob_id
    and operation_items.blob_after is not null
    and operations.share_id is not null and operations.reverted_at is null`;

const neededBy = sql<string | null>`(select max(operations.id) from ${changesByGuests})`.as('needed_by');

const neededUntil = (operation: string | null): number | null =>
  operation === null ? null : timeOfId(operation) + guestChangeLifetime;

export interface VersionsQuery extends VersionsOf {
  /** Only this one; undefined: all. */
  readonly id?: string;
  /** Only older ones than this; undefined: from the newest on. */
  readonly before?: string | undefined;
  readonly limit: number;
  /** Versions by which the one is newer that decides how long a version stays. */
  readonly compared: number;
}

/** Adds the times that ids tell. */
const withTimes = <Row extends { readonly id: string; readonly needed_by: string | null }>({
  needed_by: operation,
  ...row
}: Row) => ({ ...row, replaced_at: timeOfId(row.id), needed_until: neededUntil(operation) });

/** Lists versions of a file, newest first. */
export const listVersions = async (
  db: Db,
  { id, before, limit, compared, ...of }: VersionsQuery,
): Promise<StoredVersion[]> => {
  const listed = versionsOf(db, of)
    .selectAll('item_versions')
    .select(['blobs.created_at as stored_at', 'blobs.stored_by', 'blobs.damaged_at'])
    .select([newerStoredAt(compared), neededBy])
    .orderBy('item_versions.id', 'desc')
    .limit(limit);
  const rows = await listed
    .$if(id !== undefined, (query) => query.where('item_versions.id', '=', id ?? ''))
    .$if(before !== undefined, (query) => query.where('item_versions.id', '<', before ?? ''))
    .execute();
  return rows.map(withTimes);
};

/** Counts versions of a file, and their bytes. */
export const countVersions = async (db: Db, of: VersionsOf): Promise<{ count: number; size: number }> => {
  const { count, size } = await versionsOf(db, of)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | string | null>('item_versions.size').as('size'),
    ])
    .executeTakeFirstOrThrow();
  return { count, size: Number(size ?? 0) };
};

/** Finds a version of a file with its bytes. */
export const findVersion = async (
  db: Db,
  of: VersionsOf,
  id: string,
): Promise<{ version: ItemVersionRow; blob: BlobRow } | undefined> => {
  const version = await versionsOf(db, of)
    .selectAll('item_versions')
    .where('item_versions.id', '=', id)
    .executeTakeFirst();
  if (version === undefined) return undefined;
  const blob = await db.selectFrom('blobs').selectAll().where('id', '=', version.blob_id).executeTakeFirst();
  return blob && { version, blob };
};

/** Lists the names of users and links, each with its id. A link without a name of its own has an empty one. */
export const listNames = async (
  db: Db,
  { users, links }: PrincipalIds,
): Promise<{ id: string; name: string }[]> => {
  if (users.length === 0 && links.length === 0) return [];
  return db
    .selectFrom('user_settings')
    .select(['user_id as id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where(isOneOf(db, 'user_id', users))
    .unionAll(
      db
        .selectFrom('shares')
        .select(['id', sql<string>`coalesce(nullif(label, ''), name, '')`.as('name')])
        .where(isOneOf(db, 'id', links)),
    )
    .unionAll(
      db
        .selectFrom('file_requests')
        .select(['id', 'name'])
        .where(isOneOf(db, 'id', links)),
    )
    .execute();
};

/** A version whose row is gone. */
export type RemovedVersion = Pick<ItemVersionRow, 'blob_id' | 'size' | 'category'>;

/** The versions to delete: all of these ids, those of one item, or those that nobody has pinned. */
export interface VersionsToRemove {
  readonly ids: readonly string[];
  readonly itemId?: string;
  readonly unpinned?: true;
}

/** Deletes versions. */
export const removeVersions = (
  trx: Trx,
  { ids, itemId, unpinned }: VersionsToRemove,
): Promise<RemovedVersion[]> =>
  trx
    .deleteFrom('item_versions')
    .where(isOneOf(trx, 'id', ids))
    .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId ?? ''))
    .$if(unpinned === true, (query) => query.where('label', 'is', null))
    .returning(['blob_id', 'size', 'category'])
    .execute();

/** The versions of an account that can make room at a time, in milliseconds since 1970. */
export interface EvictableQuery {
  readonly ownerId: string;
  /** Versions with these blobs are left out. */
  readonly replaced?: readonly string[] | undefined;
  readonly now: number;
}

/** Versions with bytes that nobody has pinned, and that reverting a guest's change does not need. */
const evictableOf = (db: Db, { ownerId, replaced = [], now }: EvictableQuery) =>
  db
    .selectFrom('item_versions')
    .where('owner_id', '=', ownerId)
    .where('label', 'is', null)
    .where('size', '>', 0)
    .$if(replaced.length > 0, (query) => query.where((eb) => eb.not(isOneOf(db, 'blob_id', replaced))))
    .where(
      sql<SqlBool>`not exists (select 1 from ${changesByGuests}
        and operations.id >= ${firstIdOf(now - guestChangeLifetime)})`,
    );

/** Returns the bytes of the versions of an account that can make room. */
export const sumEvictable = async (db: Db, query: EvictableQuery): Promise<number> => {
  const { size } = await evictableOf(db, query)
    .select(({ fn }) => fn.sum<number | string | null>('size').as('size'))
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
};

/** Lists the oldest versions of an account that can make room. @param after only newer ones than this */
export const listOldestVersions = (
  db: Db,
  { after, limit, ...query }: EvictableQuery & { readonly after: string; readonly limit: number },
): Promise<Pick<ItemVersionRow, 'id' | 'size'>[]> =>
  evictableOf(db, query).select(['id', 'size']).where('id', '>', after).orderBy('id').limit(limit).execute();

/** Lists the owners of versions. It skips from owner to owner, however many versions each has. */
export const listOwnersOfVersions = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ owner_id: string }>`
    with recursive owners (owner_id) as (
      select (select min(owner_id) from item_versions)
      union all
      select (select min(item_versions.owner_id) from item_versions where item_versions.owner_id > owners.owner_id)
        from owners where owners.owner_id is not null
    )
    select owner_id from owners where owner_id is not null`.execute(db);
  return rows.map(({ owner_id: ownerId }) => ownerId);
};

/** A part of an account's versions. */
export interface AccountVersionsQuery {
  readonly ownerId: string;
  /** Only newer ones than this. */
  readonly after: string;
  /** Only those that were replaced before, in milliseconds since 1970. */
  readonly before: number;
  readonly compared: number;
  readonly limit: number;
}

/** Lists versions of an account's files that nobody has pinned, oldest first. */
export const listVersionsOf = async (
  db: Db,
  { ownerId, after, before, compared, limit }: AccountVersionsQuery,
): Promise<ThinnedVersion[]> => {
  const rows = await db
    .selectFrom('item_versions')
    .innerJoin('blobs', 'blobs.id', 'item_versions.blob_id')
    .select(['item_versions.id', 'label', 'blobs.created_at as stored_at', newerStoredAt(compared), neededBy])
    .where('item_versions.owner_id', '=', ownerId)
    .where('item_versions.id', '>', after)
    .where('item_versions.id', '<', firstIdOf(before))
    .where('label', 'is', null)
    .orderBy('item_versions.id')
    .limit(limit)
    .execute();
  return rows.map(withTimes);
};

const labelAfter = (change: LabelChange) => {
  if (change === 'pin') return sql<string>`coalesce(label, '')`;
  // A version that is not pinned stays as it is.
  return change === 'unname'
    ? sql<string | null>`case when label is null then null else '' end`
    : change.label;
};

/** @returns false when there is no such version */
export const updateLabel = async (
  db: Db,
  { id, itemId }: { readonly id: string; readonly itemId: string },
  change: LabelChange,
): Promise<boolean> => {
  const result = await db
    .updateTable('item_versions')
    .set({ label: labelAfter(change) })
    .where('id', '=', id)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/** Finds the address and the language of an active account. */
export const findRecipient = (
  db: Db,
  userId: string,
): Promise<{ email: string; locale: string | null } | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.email', 'user_settings.locale'])
    .where('users.id', '=', userId)
    .where('users.status', '=', 'active')
    .where('users.deleting_at', 'is', null)
    .executeTakeFirst();

/** Removes the versions of a former content that nobody has pinned, where a pinned one has the same bytes. */
export const removeDoubles = (trx: Trx, itemId: string, blobId: string | null): Promise<RemovedVersion[]> =>
  trx
    .deleteFrom('item_versions')
    .where('item_id', '=', itemId)
    .where('blob_id', '=', blobId)
    .where('label', 'is', null)
    .where(
      sql<SqlBool>`exists (select 1 from item_versions as pinned
        where pinned.item_id = ${itemId} and pinned.blob_id = ${blobId} and pinned.label is not null)`,
    )
    .returning(['blob_id', 'size', 'category'])
    .execute();
