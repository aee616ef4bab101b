import { brandImages } from '@holdall/contract/images';
import { sql, type SqlBool } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ImageRow } from '#db/tables/accounts.ts';
import { inOpenStore } from '#features/storage/index.ts';

/** Finds an image that is in use. */
export const findImage = (db: Db, id: string): Promise<ImageRow | undefined> =>
  db.selectFrom('images').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();

export const insertImage = async (trx: Trx, row: ImageRow): Promise<void> => {
  await inOpenStore(() => trx.insertInto('images').values(row).execute());
};

/**
 * Sets a user's avatar; concurrent changes are serialized.
 *
 * @returns the one before; undefined if there is no such user
 */
export const swapAvatar = async (
  trx: Trx,
  { userId, imageId, now }: { userId: string; imageId: string | null; now: number },
): Promise<{ before: string | null } | undefined> => {
  const user = await trx
    .updateTable('users')
    .set({ updated_at: now })
    .where('id', '=', userId)
    .returning('avatar_id')
    .executeTakeFirst();
  if (user === undefined) return undefined;
  await trx.updateTable('users').set({ avatar_id: imageId }).where('id', '=', userId).execute();
  return { before: user.avatar_id };
};

/** Marks an image as unused. */
export const markRemoved = async (trx: Trx, id: string, now: number): Promise<void> => {
  await trx
    .updateTable('images')
    .set({ removed_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
};

/** Lists images that may be in use, by their ids. */
export const listImageIds = async (
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> =>
  (
    await db
      .selectFrom('images')
      .select('id')
      .where('removed_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** Marks those of the images as unused that neither a user nor the application has. */
export const markUnused = async (db: Db, ids: readonly string[], now: number): Promise<void> => {
  await db
    .updateTable('images')
    .set({ removed_at: now })
    .where(isOneOf(db, 'id', ids))
    .where('removed_at', 'is', null)
    .where(sql<SqlBool>`not exists (select 1 from users where users.avatar_id = images.id)`)
    .where(
      sql<SqlBool>`not exists (
        select 1 from settings
        where settings.name in (${sql.join(brandImages)}) and settings.value = '"' || images.id || '"'
      )`,
    )
    .execute();
};

/** Deletes rows of images that became unused before a time. @returns their stores and keys */
export const deleteRemoved = (
  db: Db,
  before: number,
  limit: number,
): Promise<Pick<ImageRow, 'store_id' | 'key'>[]> => {
  const removed = db
    .selectFrom('images')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('removed_at', '<', before)
    .limit(limit);
  return db.deleteFrom('images').where('id', 'in', removed).returning(['store_id', 'key']).execute();
};

/** Returns those of the keys that images have. */
export const listImageKeys = async (db: Db, keys: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('images')
      .select('key')
      .where(isOneOf(db, 'key', keys))
      .execute()
  ).map(({ key }) => key);
