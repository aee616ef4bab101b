import type { Db, Trx } from './database.ts';
import { isPostgres } from './dialect.ts';
import { isOneOf } from './item-set.ts';
import { prepareQuery, type ValueOf } from './prepared-query.ts';

interface BlobBytes {
  /** Of a blob whose row is inserted already. */
  readonly key: string;
  readonly bytes: Uint8Array;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const insertion = prepareQuery((db, value: ValueOf<BlobBytes>) =>
  db.insertInto('blob_bytes').values({ key: value('key'), bytes: value('bytes') }),
);

/** Stores the bytes of a blob in the database. They are deleted with its row. */
export const insertBlobBytes = async (trx: Trx, blob: BlobBytes): Promise<void> => {
  await insertion(trx, blob);
};

/** Stores the bytes of a blob in the database, in place of others that are there. */
export const replaceBlobBytes = async (db: Db, { key, bytes }: BlobBytes): Promise<void> => {
  await db
    .insertInto('blob_bytes')
    .values({ key, bytes })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ bytes }))
    .execute();
};

/** Returns the lengths of bytes that are in the database, by the keys of their blobs. */
export const sizesOfBlobBytes = async (db: Db, keys: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('blob_bytes')
    .select(['key', ({ fn }) => fn<number>(isPostgres(db) ? 'octet_length' : 'length', ['bytes']).as('size')])
    .where(isOneOf(db, 'key', keys))
    .execute();
  return new Map(rows.map(({ key, size }) => [key, size]));
};

const selection = prepareQuery((db, value: ValueOf<{ key: string }>) =>
  db.selectFrom('blob_bytes').select('bytes').where('key', '=', value('key')),
);

/** Reads the bytes of a blob that are in the database; undefined where there are none. */
export const findBlobBytes = async (db: Db, key: string): Promise<Buffer | undefined> => {
  const bytes = (await selection(db, { key })).rows[0]?.bytes;
  return bytes && bufferOf(bytes);
};

/** Reads the bytes of those of the blobs that are in the database, by their keys. */
export const listBlobBytes = async (db: Db, keys: readonly string[]): Promise<Map<string, Buffer>> => {
  const rows = await db
    .selectFrom('blob_bytes')
    .select(['key', 'bytes'])
    .where(isOneOf(db, 'key', keys))
    .execute();
  return new Map(rows.map(({ key, bytes }) => [key, bufferOf(bytes)]));
};
