/** Puts an account straight into a SQLite database. */
import { DatabaseSync } from 'node:sqlite';
import type { PlantedTree } from './tree.ts';

const columns = [
  'id',
  'parent_id',
  'type',
  'name',
  'sort_key',
  'search_key',
  'size',
  'mimetype',
  'category',
  'preview_state',
  'preview_width',
  'preview_height',
  'items_count',
  'files_count',
  'files_size',
  'created_at',
  'modified_at',
  'deleted_at',
] as const;

interface Kept {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** Takes indexes and triggers away while rows pour in. @returns how to put them back */
const withoutIndexes = (db: DatabaseSync): (() => void) => {
  const kept = db
    .prepare(
      `select type, name, sql from sqlite_master
       where tbl_name = 'items' and type in ('index', 'trigger') and sql is not null`,
    )
    .all() as unknown as Kept[];
  for (const { type, name } of kept) db.exec(`drop ${type} "${name}"`);
  return () => {
    for (const { type, sql } of kept) if (type === 'index') db.exec(sql);
    db.exec(`insert into search_index (search_index) values ('rebuild')`);
    for (const { type, sql } of kept) if (type === 'trigger') db.exec(sql);
  };
};

/** @param path the database of an installed server that does not run */
export const seedSqlite = (
  path: string,
  ownerId: string,
  { blobs, tree }: { blobs: readonly string[]; tree: PlantedTree },
): void => {
  const db = new DatabaseSync(path);
  db.exec(
    'pragma synchronous = off; pragma cache_size = -262144; pragma foreign_keys = off; begin immediate',
  );
  const restore = withoutIndexes(db);
  const slot = Number(
    db.prepare('insert into search_owners (owner_id) values (?)').run(ownerId).lastInsertRowid,
  );
  const last = { folder: 0, file: 2 ** 31 };
  const insert = db.prepare(
    `insert into items (owner_id, trashed_by, blob_id, search_number, ${columns.join(', ')})
     values (?, ?, ?, ?, ${columns.map(() => '?').join(', ')})`,
  );
  let index = 0;
  for (const row of tree.rows) {
    last[row.type] += 1;
    insert.run(
      ownerId,
      row.deleted_at === null ? null : `user:${ownerId}`,
      row.type === 'file' ? (blobs[index % blobs.length] ?? null) : null,
      slot * 2 ** 32 + last[row.type],
      ...columns.map((column) => row[column]),
    );
    index += 1;
  }
  db.prepare('update search_owners set last_folder = ?, last_file = ? where slot = ?').run(
    last.folder,
    last.file,
    slot,
  );
  restore();
  db.exec('commit; analyze; pragma wal_checkpoint(truncate)');
  db.close();
};
