import { sql } from 'kysely';
import { beginsWith } from '#db/begins-with.ts';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { BlobRow, ItemVersionRow } from '#db/tables/files.ts';
import { timeOfId } from '#ports/ids.ts';
import type { PrincipalIds, StoredVersion } from './versions.types.ts';

/** The versions of a file that an actor may see. */
export interface VersionsOf {
  readonly itemId: string;
  /** The beginning of the principals whose contents are seen; undefined: all. */
  readonly storedBy: string | undefined;
}

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

export interface VersionsQuery extends VersionsOf {
  /** Only older ones than this; undefined: from the newest on. */
  readonly before: string | undefined;
  readonly limit: number;
  /** Versions by which the one is newer that decides how long a version stays. */
  readonly compared: number;
}

const withTime = (row: Omit<StoredVersion, 'replaced_at'>): StoredVersion => ({
  ...row,
  replaced_at: timeOfId(row.id),
});

/** Lists versions of a file, newest first. */
export const listVersions = async (
  db: Db,
  { before, limit, compared, ...of }: VersionsQuery,
): Promise<StoredVersion[]> => {
  const listed = versionsOf(db, of)
    .selectAll('item_versions')
    .select(['blobs.created_at as stored_at', 'blobs.stored_by', newerStoredAt(compared)])
    .orderBy('item_versions.id', 'desc')
    .limit(limit);
  const rows = await (
    before === undefined ? listed : listed.where('item_versions.id', '<', before)
  ).execute();
  return rows.map(withTime);
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
        .select(['id', sql<string>`coalesce(name, '')`.as('name')])
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
