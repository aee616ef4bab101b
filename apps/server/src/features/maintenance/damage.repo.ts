import { sql } from 'kysely';
import { isReferredTo } from '#db/blob-references.ts';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { BlobOnRecord, DamagedFile } from './damage.types.ts';

const stored = (db: Db) =>
  db.selectFrom('blobs').select(['id', 'store_id', 'key', 'size', 'sha256', 'verified_at', 'damaged_at']);

/** Lists the next blobs by id, which is the order of time. */
export const listBlobsAfter = (
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<BlobOnRecord[]> => stored(db).where('id', '>', after).orderBy('id').limit(limit).execute();

/** Rows that are read at once. */
const pageSize = 100;

export const findBlobByKey = (db: Db, key: string): Promise<BlobOnRecord | undefined> =>
  stored(db).where('key', '=', key).executeTakeFirst();

/** Lists the next damaged blobs of files and versions, by id. */
const listDamagedBlobs = (
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<BlobOnRecord[]> =>
  stored(db)
    .where('damaged_at', 'is not', null)
    .where('id', '>', after)
    .where(isReferredTo)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Iterates over them, a page at a time. */
export async function* eachDamagedBlob(db: Db): AsyncGenerator<BlobOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await listDamagedBlobs(db, { after, limit: pageSize });
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? '';
  }
}

/** Finds the blob of a file that was not purged. */
export const findBlobOfItem = (db: Db, itemId: string): Promise<BlobOnRecord | undefined> =>
  stored(db)
    .where('id', '=', (eb) =>
      eb.selectFrom('items').select('blob_id').where('items.id', '=', itemId).where('purged_at', 'is', null),
    )
    .executeTakeFirst();

/** Estimates the number and size of files to read, from one row per account. */
export const sumStored = async (db: Db): Promise<{ readonly files: number; readonly bytes: number }> => {
  const { files } = await db
    .selectFrom('item_totals')
    .select((eb) => sql<number>`cast(coalesce(sum(${eb.ref('files')}), 0) as bigint)`.as('files'))
    .executeTakeFirstOrThrow();
  const { bytes } = await db
    .selectFrom('user_storage')
    .select((eb) => sql<number>`cast(coalesce(sum(${eb.ref('used')}), 0) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return { files, bytes };
};

/** Marks blobs as verified. */
export const markVerified = async (db: Db, ids: readonly string[], at: number): Promise<void> => {
  await db
    .updateTable('blobs')
    .set({ verified_at: at })
    .where(isOneOf(db, 'id', ids))
    .where('damaged_at', 'is', null)
    .execute();
};

/** Marks a blob as damaged or missing, or clears the mark. @param since undefined clears it */
export const setDamaged = async (
  trx: Trx,
  blobId: string,
  { since, at }: { readonly since: number | null; readonly at: number },
): Promise<void> => {
  await trx
    .updateTable('blobs')
    .set({ damaged_at: since, verified_at: since === null ? at : null })
    .where('id', '=', blobId)
    .execute();
  await trx.updateTable('items').set({ damaged_at: since }).where('blob_id', '=', blobId).execute();
};

/** Excludes files in the trash, which their owners have given up, perhaps for a new upload. */
const damagedFiles = (db: Db) =>
  db
    .selectFrom('items')
    .innerJoin('users', 'users.id', 'items.owner_id')
    .where('items.damaged_at', 'is not', null)
    .where('items.deleted_at', 'is', null)
    .where('items.purged_at', 'is', null);

export const listDamagedFiles = (
  db: Db,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<DamagedFile[]> =>
  damagedFiles(db)
    .select(['items.id', 'items.name', 'items.size', 'items.damaged_at', 'users.email'])
    .orderBy('items.id')
    .offset(offset)
    .limit(limit)
    .execute();

export const countDamagedFiles = async (db: Db): Promise<number> => {
  const { count } = await damagedFiles(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Lists the recipients of messages about faults that the server cannot repair itself. */
export const listAdministrators = (
  db: Db,
): Promise<{ readonly email: string; readonly locale: string | null }[]> =>
  db
    .selectFrom('users')
    .leftJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.email', 'user_settings.locale'])
    .where('users.role', '=', 'admin')
    .where('users.status', '=', 'active')
    .where('users.deleting_at', 'is', null)
    .orderBy('users.id')
    .limit(100)
    .execute();

/**
 * Finds the id of a file by its path in an account, with names joined by `/`, outside the trash; one query per
 * level.
 */
export const findFileAt = async (
  db: Db,
  { email, path }: { readonly email: string; readonly path: string },
): Promise<string | undefined> => {
  const owner = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  let found: { readonly id: string; readonly type: 'folder' | 'file' } | undefined;
  for (const name of path
    .normalize('NFC')
    .split('/')
    .filter((step) => step !== '')) {
    found = await db
      .selectFrom('items')
      .select(['id', 'type'])
      .where('container_id', '=', found?.id ?? owner?.id ?? '')
      .where('name', '=', name)
      .where('deleted_at', 'is', null)
      .where('purged_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined) return undefined;
  }
  return found?.type === 'file' ? found.id : undefined;
};
