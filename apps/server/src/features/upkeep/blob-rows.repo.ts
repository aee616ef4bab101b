import { brandImages } from '@holdall/contract/pictures';
import { sql, type SqlBool } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import { appliedMigrations } from '#db/schema-version.ts';
import type { BlobOnRecord } from './damage.types.ts';

/** Rows that are read at once. */
const pageSize = 500;

const isUsed = sql<SqlBool>`exists (select 1 from items where items.blob_id = blobs.id)`;

/** Since when the rows say what is known of the bytes. */
const damageMigration = '0019-damage';

/** Whether the rows of a database say what is known of its bytes: one that an older version made may not. */
export const knowsDamage = async (db: Db): Promise<boolean> =>
  (await appliedMigrations(db)).includes(damageMigration);

/** Blobs of files that are on record. */
export const countBlobs = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('blobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Every blob of files, page after page. */
export async function* eachBlob(db: Db): AsyncGenerator<BlobOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('blobs')
      .select(['id', 'key', 'size', 'sha256', 'verified_at', 'damaged_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? '';
  }
}

/** The blobs that a file shows, the trash included, page after page: others are about to go. */
export async function* eachUsedBlob(db: Db): AsyncGenerator<BlobOnRecord[]> {
  const known = await knowsDamage(db);
  const column = (name: 'verified_at' | 'damaged_at') =>
    (known ? sql.ref<number | null>(name) : sql<null>`null`).as(name);
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('blobs')
      .select(['id', 'key', 'size', 'sha256'])
      .select([column('verified_at'), column('damaged_at')])
      .where('id', '>', after)
      .where(isUsed)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? '';
  }
}

/** Bytes that hold pictures: of files, of people or of the application. */
export interface PicturesOnRecord {
  /** Of thumbnails the blob that they show. */
  readonly id: string;
  readonly key: string;
  /** JSON: where in the bytes each size stands. */
  readonly pictures: string;
}

/** Every set of thumbnails of a file, the trash included, page after page: others are about to go with their blob. */
export async function* eachThumbnail(db: Db): AsyncGenerator<PicturesOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('thumbnails')
      .select(['blob_id as id', 'key', 'pictures'])
      .where('blob_id', '>', after)
      .where(sql<SqlBool>`exists (select 1 from items where items.blob_id = thumbnails.blob_id)`)
      .where('key', 'is not', null)
      .orderBy('blob_id')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ id, key, pictures }) => ({ id, key: key ?? '', pictures: pictures ?? '{}' }));
    after = rows.at(-1)?.id ?? '';
  }
}

/** Every avatar and image of the application that may be shown, page after page. */
export async function* eachPicture(db: Db): AsyncGenerator<PicturesOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('pictures')
      .select(['id', 'key', 'pictures'])
      .where('id', '>', after)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? '';
  }
}

/** Whether a blob is still on record. */
export const hasBlob = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('blobs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Whether pictures are still on record under a key. */
export const hasPictures = async (db: Db, key: string): Promise<boolean> =>
  (await claimedOf(db, [key])).has(key);

/** The name and owner of a file that shows a blob, for people; undefined where no file does. */
export const findShowing = (db: Db, blobId: string): Promise<{ name: string; email: string } | undefined> =>
  db
    .selectFrom('items')
    .innerJoin('users', 'users.id', 'items.owner_id')
    .select(['items.name', 'users.email'])
    .where('items.blob_id', '=', blobId)
    .limit(1)
    .executeTakeFirst();

/** Those of the keys under which an open upload stages bytes. */
export const openOf = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  const open = await db
    .selectFrom('upload_sessions')
    .select('staging_key as key')
    .where(isOneOf(db, 'staging_key', keys))
    .where('state', '=', 'open')
    .execute();
  return new Set(open.map(({ key }) => key));
};

/** Those of the keys that something lays claim to. */
export const claimedOf = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  // Uploads first: one that finishes in between has left the first answer only to be in the second.
  const open = await openOf(db, keys);
  const files = await db
    .selectFrom('blobs')
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .execute();
  const thumbnails = await db
    .selectFrom('thumbnails')
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .execute();
  const pictures = await db
    .selectFrom('pictures')
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .execute();
  return new Set([...open, ...[...files, ...thumbnails, ...pictures].flatMap(({ key }) => key ?? [])]);
};

/** What the bytes of files have to be, by their keys; of pictures nothing is on record. */
export const contentsOf = async (
  db: Db,
  keys: readonly string[],
): Promise<Map<string, { readonly size: number; readonly sha256: string }>> => {
  const rows = await db
    .selectFrom('blobs')
    .select(['key', 'size', 'sha256'])
    .where(isOneOf(db, 'key', keys))
    .execute();
  return new Map(rows.map(({ key, size, sha256 }) => [key, { size, sha256 }]));
};

/** Forgets thumbnails whose bytes are gone: they are made again. */
export const forgetThumbnails = async (trx: Trx, blobIds: readonly string[]): Promise<void> => {
  await trx
    .deleteFrom('thumbnails')
    .where(isOneOf(trx, 'blob_id', blobIds))
    .execute();
  await trx
    .updateTable('items')
    .set({ preview_state: null, preview_width: null, preview_height: null })
    .where(isOneOf(trx, 'blob_id', blobIds))
    .execute();
};

/** As `forgetThumbnails`, by the names of their bytes; other names are left alone. */
export const forgetThumbnailsOf = async (trx: Trx, keys: readonly string[]): Promise<void> => {
  const rows = await trx
    .selectFrom('thumbnails')
    .select('blob_id')
    .where(isOneOf(trx, 'key', keys))
    .execute();
  await forgetThumbnails(
    trx,
    rows.map(({ blob_id: blobId }) => blobId),
  );
};

/** Forgets avatars and images of the application whose bytes are gone, by the names of their bytes; other names are left alone. */
export const forgetPicturesOf = async (trx: Trx, keys: readonly string[]): Promise<void> => {
  const rows = await trx
    .deleteFrom('pictures')
    .where(isOneOf(trx, 'key', keys))
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await trx
    .updateTable('users')
    .set({ avatar_id: null })
    .where(isOneOf(trx, 'avatar_id', ids))
    .execute();
  await trx
    .deleteFrom('settings')
    .where('name', 'in', brandImages)
    .where(
      isOneOf(
        trx,
        'value',
        ids.map((id) => JSON.stringify(id)),
      ),
    )
    .execute();
};

/** Takes over what a restore has found of the bytes. @param lost names of those that the backup lacks. @param at milliseconds since 1970 */
export const resetDamage = async (trx: Trx, lost: readonly string[], at: number): Promise<void> => {
  await trx.updateTable('blobs').set({ damaged_at: null }).where('damaged_at', 'is not', null).execute();
  await trx.updateTable('items').set({ damaged_at: null }).where('damaged_at', 'is not', null).execute();
  await trx
    .updateTable('blobs')
    .set({ damaged_at: at, verified_at: null })
    .where(isOneOf(trx, 'key', lost))
    .execute();
  await trx
    .updateTable('items')
    .set({ damaged_at: at })
    .where('blob_id', 'in', (eb) => eb.selectFrom('blobs').select('id').where('damaged_at', 'is not', null))
    .execute();
};

/** Forgets what no file refers to, and pictures that were taken away: no backup has their bytes. */
export const forgetUnused = async (trx: Trx): Promise<void> => {
  await trx
    .deleteFrom('blobs')
    .where(sql<SqlBool>`not ${isUsed}`)
    .execute();
  await trx.deleteFrom('pictures').where('removed_at', 'is not', null).execute();
};
