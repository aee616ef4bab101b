import { sql, type SqlBool } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { BlobOnRecord, DamagedFile } from './damage.types.ts';

const stored = (db: Db) =>
  db.selectFrom('blobs').select(['id', 'key', 'size', 'sha256', 'verified_at', 'damaged_at']);

/** The next blobs in the order of their ids, which is that of time. */
export const listBlobsAfter = (
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<BlobOnRecord[]> => stored(db).where('id', '>', after).orderBy('id').limit(limit).execute();

/** Rows that are read at once. */
const pageSize = 100;

export const findBlobByKey = (db: Db, key: string): Promise<BlobOnRecord | undefined> =>
  stored(db).where('key', '=', key).executeTakeFirst();

/** The next damaged blobs that a file shows, in the order of their ids. */
const listDamagedBlobs = (
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<BlobOnRecord[]> =>
  stored(db)
    .where('damaged_at', 'is not', null)
    .where('id', '>', after)
    .where(sql<SqlBool>`exists (select 1 from items where items.blob_id = blobs.id)`)
    .orderBy('id')
    .limit(limit)
    .execute();

/** The same, page after page. */
export async function* eachDamagedBlob(db: Db): AsyncGenerator<BlobOnRecord[]> {
  for (let after = ''; ;) {
    const rows = await listDamagedBlobs(db, { after, limit: pageSize });
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? '';
  }
}

/** The blob of a file that has not been deleted for good. */
export const findBlobOfItem = (db: Db, itemId: string): Promise<BlobOnRecord | undefined> =>
  stored(db)
    .where('id', '=', (eb) =>
      eb.selectFrom('items').select('blob_id').where('items.id', '=', itemId).where('purged_at', 'is', null),
    )
    .executeTakeFirst();

/** About how much there is to read: files, and their bytes. One row an account is read. */
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

/** Whose files show a blob, the trash included. */
export const listOwnersOf = async (db: Db, blobId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('items')
    .select('owner_id')
    .distinct()
    .where('blob_id', '=', blobId)
    .where('purged_at', 'is', null)
    .execute();
  return rows.map(({ owner_id: id }) => id);
};

/** Notes that blobs are what was stored. */
export const markVerified = async (db: Db, ids: readonly string[], at: number): Promise<void> => {
  await db
    .updateTable('blobs')
    .set({ verified_at: at })
    .where(isOneOf(db, 'id', ids))
    .where('damaged_at', 'is', null)
    .execute();
};

/** Notes that a blob is damaged or missing, or that it is not any more. @param since undefined: it is what was stored */
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

/** What was put into the trash is left out: its owner does without it, and a new upload may have taken its place. */
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

/** Those who are told what the server cannot mend by itself. */
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

/** The id of a file by its path in an account: names joined by `/`, the trash left out. One query a level. */
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
