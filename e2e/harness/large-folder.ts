/** A folder with very many files, put straight into the server's SQLite database: uploading them takes minutes. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nameColumns } from '../../apps/server/src/lib/name-columns.ts';

const uuid = (number: number) => `0190a0a0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** The name of file `index`, counted from 0. */
export const nameOf = (index: number): string => `report ${index + 1}.txt`;

/**
 * Fills an empty folder with `count` files that share one blob, which is not there: they can be
 * listed and not be downloaded.
 */
export const fillFolder = (dataDir: string, folder: string, count: number): void => {
  const db = new DatabaseSync(join(dataDir, 'holdall.sqlite'));
  const size = 1_000;
  const now = Date.now();
  db.exec('pragma busy_timeout = 5000; begin immediate');
  const blob = uuid(0xffffff);
  db.prepare(`insert into blobs (id, store_id, key, size, sha256, crc32, created_at)
     select ?, id, ?, ?, ?, 0, ? from stores where state = 'active'`).run(
    blob,
    'not-there',
    size,
    '0'.repeat(64),
    now,
  );
  const insert = db.prepare(
    `insert into items (id, owner_id, parent_id, type, name, sort_key, search_key, blob_id, size, mimetype, category, created_at, modified_at)
     select ?, owner_id, id, 'file', ?, ?, ?, ?, ?, 'text/plain', 'documents', ?, ? from items where id = ?`,
  );
  for (let index = 0; index < count; index++) {
    const { name, sort_key, search_key } = nameColumns(nameOf(index));
    insert.run(uuid(index), name, sort_key, search_key, blob, size, now - index, now - index, folder);
  }
  db.prepare('update items set items_count = ?, files_count = ?, files_size = ? where id = ?').run(
    count,
    count,
    count * size,
    folder,
  );
  db.prepare(
    'update user_storage set documents = documents + ? where user_id = (select owner_id from items where id = ?)',
  ).run(count * size, folder);
  db.exec('commit');
  db.close();
};
