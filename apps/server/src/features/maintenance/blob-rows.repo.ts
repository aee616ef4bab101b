import { brandImages } from '@holdall/contract/images';
import { sql, type SqlBool } from 'kysely';
import { isBlobInUse, isReferredTo } from '#db/blob-references.ts';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { BlobOnRecord } from './damage.types.ts';

/** Rows that are read at once. */
const pageSize = 500;

/** Counts the blobs of files. */
export const countBlobs = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('blobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Iterates over the blobs of files in the order of their keys, a page at a time. */
export async function* eachBlob(db: Db): AsyncGenerator<BlobOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('blobs')
      .select(['id', 'store_id', 'key', 'size', 'sha256', 'verified_at', 'damaged_at'])
      .where('key', '>', after)
      .orderBy('key')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.key ?? '';
  }
}

/** Iterates over blobs that a file or a version has, also in the trash, a page at a time; others are about to be deleted. */
export async function* eachUsedBlob(db: Db): AsyncGenerator<BlobOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('blobs')
      .select(['id', 'store_id', 'key', 'size', 'sha256', 'verified_at', 'damaged_at'])
      .where('id', '>', after)
      .where(isReferredTo)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? '';
  }
}

/** The bytes of thumbnails, an avatar, or an image of the application. */
export interface ImagesOnRecord {
  /** For thumbnails the id of their blob. */
  readonly id: string;
  readonly store_id: string | null;
  readonly key: string;
  /** JSON with the span of each size. */
  readonly spans: string;
}

/**
 * Iterates over thumbnails of what files and versions have, also in the trash, in the order of their keys, a page at a time;
 * others are about to be deleted.
 */
export async function* eachThumbnail(db: Db): AsyncGenerator<ImagesOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('thumbnails')
      .select(['blob_id as id', 'store_id', 'key', 'spans'])
      .where('key', '>', after)
      .where(isBlobInUse('thumbnails.blob_id'))
      .orderBy('key')
      .limit(pageSize)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ key, spans, ...row }) => ({ ...row, key: key ?? '', spans: spans ?? '{}' }));
    after = rows.at(-1)?.key ?? '';
  }
}

/** Iterates over avatars and images of the application that are in use, a page at a time. */
export async function* eachImage(db: Db): AsyncGenerator<ImagesOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'store_id', 'key', 'spans'])
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

/** Tells whether a blob still has a row. */
export const hasBlob = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('blobs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Tells whether an image with a key still has a row. */
export const hasImages = async (db: Db, key: string): Promise<boolean> =>
  (await claimedOf(db, [key])).has(key);

/** Returns those of the keys that open uploads have. */
export const openOf = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  const open = await db
    .selectFrom('upload_sessions')
    .select('staging_key as key')
    .where(isOneOf(db, 'staging_key', keys))
    .where('state', '=', 'open')
    .execute();
  return new Set(open.map(({ key }) => key));
};

/** Returns those of the keys whose bytes belong in a store. */
export const claimedOf = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  // Uploads first: one that finishes in between is then found by the second query.
  const open = await openOf(db, keys);
  const files = await db
    .selectFrom('blobs')
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .where('store_id', 'is not', null)
    .execute();
  const thumbnails = await db
    .selectFrom('thumbnails')
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .execute();
  const images = await db
    .selectFrom('images')
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .execute();
  return new Set([...open, ...[...files, ...thumbnails, ...images].flatMap(({ key }) => key ?? [])]);
};

/** The expected content of a file's blob. */
export type ContentOnRecord = Pick<BlobOnRecord, 'store_id' | 'size' | 'sha256'>;

/** Returns the expected contents of files' blobs, by key; images have none. */
export const contentsOf = async (db: Db, keys: readonly string[]): Promise<Map<string, ContentOnRecord>> => {
  const rows = await db
    .selectFrom('blobs')
    .select(['store_id', 'key', 'size', 'sha256'])
    .where(isOneOf(db, 'key', keys))
    .execute();
  return new Map(rows.map(({ key, ...content }) => [key, content]));
};

/** Deletes thumbnails without bytes, so that they are made again. */
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

/** As `forgetThumbnails`, by the keys of their bytes; other keys are ignored. */
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

/** Deletes avatars and images of the application without bytes, by the keys of their bytes; other keys are ignored. */
export const forgetImagesOf = async (trx: Trx, keys: readonly string[]): Promise<void> => {
  const rows = await trx
    .deleteFrom('images')
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

/**
 * Sets the integrity of blobs after a restore.
 *
 * @param lost keys that the backup lacks.
 * @param at milliseconds since 1970
 */
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

/** Deletes rows of blobs that nothing refers to, and replaced images, whose bytes no backup has. */
export const forgetUnused = async (trx: Trx): Promise<void> => {
  await trx
    .deleteFrom('blobs')
    .where(sql<SqlBool>`not ${isReferredTo}`)
    .execute();
  await trx.deleteFrom('images').where('removed_at', 'is not', null).execute();
};
