/**
 * Makes an installed server with one account of many items: `node bench/account/seed.ts --items 1000000 --out DIR`, or
 * with `--postgres URL` in that (empty) database. Bytes are not made: files can be listed and not be opened.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Db } from '../../apps/server/src/db/database.ts';
import { createId } from '../../apps/server/src/ports/ids.ts';
import { activeStoreOf } from '../../apps/server/src/testing/active-store.ts';
import { benchAccount, installServer, openPlace, type Place } from '../lib/holdall.ts';
import { seedPostgres } from './seed/postgres.ts';
import { seedSqlite } from './seed/sqlite.ts';
import { largeFolderName, plantTree } from './seed/tree.ts';

/** Blobs that all files share. */
const blobCount = 1_000;

export interface Seeded {
  readonly ownerId: string;
  /** A folder with a tenth of all items. */
  readonly largeFolder: string;
  /** Items of the account. */
  readonly items: number;
}

const insertBlobs = async (db: Db): Promise<string[]> => {
  const now = Date.now();
  const store = await activeStoreOf(db);
  const rows = Array.from({ length: blobCount }, (_, index) => ({
    id: createId(now),
    store_id: store,
    key: `not-there-${index}`,
    size: 1_000,
    sha256: index.toString(16).padStart(64, '0'),
    crc32: index,
    created_at: now,
  }));
  await db.insertInto('blobs').values(rows).execute();
  return rows.map((row) => row.id);
};

/**
 * Installs a server and gives its only account that many items.
 *
 * @param place an empty data directory, and an empty database where it is PostgreSQL
 * @throws where a server is installed there already
 */
export const seed = async (place: Place, items: number): Promise<Seeded> => {
  await installServer(place, benchAccount);
  const db = openPlace(place);
  try {
    const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const planted = { blobs: await insertBlobs(db), tree: plantTree(items) };
    if (place.postgresUrl === undefined) seedSqlite(join(place.dataDir, 'holdall.sqlite'), owner.id, planted);
    else await seedPostgres(db, owner.id, planted);
    const { top, usage, largeFolder } = planted.tree;
    await db
      .updateTable('users')
      .set({ items_count: top.items, files_count: top.files, files_size: top.size })
      .where('id', '=', owner.id)
      .execute();
    const used = (category: string) => usage.get(category) ?? 0;
    await db
      .updateTable('user_storage')
      .set({
        images: used('images'),
        videos: used('videos'),
        audios: used('audios'),
        documents: used('documents'),
        others: used('others'),
      })
      .where('user_id', '=', owner.id)
      .execute();
    return { ownerId: owner.id, largeFolder, items };
  } finally {
    await db.destroy();
  }
};

/** Finds the account that an earlier run has seeded in a data directory. */
export const findSeeded = async (dataDir: string): Promise<Seeded> => {
  const db = openPlace({ dataDir, postgresUrl: undefined });
  try {
    const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const { items } = await db
      .selectFrom('items')
      .select(({ fn }) => fn.countAll<number>().as('items'))
      .executeTakeFirstOrThrow();
    const { id } = await db
      .selectFrom('items')
      .select('id')
      .where('container_id', '=', owner.id)
      .where('name', '=', largeFolderName)
      .executeTakeFirstOrThrow();
    return { ownerId: owner.id, largeFolder: id, items };
  } finally {
    await db.destroy();
  }
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { items: { type: 'string' }, out: { type: 'string' }, postgres: { type: 'string' } },
  });
  if (values.out === undefined) throw new Error('--out names no folder');
  const place = { dataDir: resolve(values.out), postgresUrl: values.postgres };
  const seeded = await seed(place, Number(values.items ?? 1_000_000));
  process.stdout.write(`${JSON.stringify(seeded)}\n`);
}
