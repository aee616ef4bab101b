import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { markOfRestore, markRestore } from '#db/copy/marker.ts';
import type { Db, Trx } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { appliedMigrations } from '#db/schema-version.ts';
import { listTables, filling, writeLines } from '#db/table-lines.ts';
import { fileOfTable, sqliteFile } from '#db/snapshot.ts';
import { syncDirectory } from '#lib/file-sync.ts';
import { readLineFile } from '#lib/line-files.ts';

export interface Placing {
  /** The snapshot's folder. */
  readonly folder: string;
  /** The last migration that the snapshot has seen. */
  readonly lastMigration: string;
  /** Of the restore: a database that bears it is this one's to fill. */
  readonly mark: string;
  /** Uses the rows before they are altered, for as long as it takes: no transaction is open meanwhile. */
  readonly fetch: (db: Db) => Promise<void>;
  /** Alters what belongs to the old place alone, before anybody else sees the rows. */
  readonly adapt: (trx: Trx) => Promise<void>;
}

/** Ways in which SQLite's own files beside a database are called. */
const besides = ['', '-wal', '-shm'];

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Makes a SQLite database of a snapshot: whole, or not at all. @param path where there is none, or one with the mark */
export const placeSqlite = async (path: string, { folder, mark, fetch, adapt }: Placing): Promise<void> => {
  const draft = `${path}.restoring`;
  for (const suffix of besides) await rm(draft + suffix, { force: true });
  await copyFile(join(folder, sqliteFile), draft);
  const db = openDatabase({ kind: 'sqlite', path: draft });
  try {
    await migrate(db);
    await fetch(db);
    await db.transaction().execute(adapt);
    await markRestore(db, mark);
  } finally {
    await db.destroy();
  }
  await syncFile(draft);
  await rename(draft, path);
  await syncDirectory(dirname(path));
};

/**
 * Fills a schema of PostgreSQL that bears the mark with a snapshot: all rows, or none. It may have been interrupted
 * before, also after `adapt`.
 */
export const placePostgres = async (
  db: Db,
  { folder, lastMigration, mark, fetch, adapt }: Placing,
  files: readonly string[],
): Promise<void> => {
  if ((await markOfRestore(db)) !== mark) throw new Error('The database is not this restore’s to fill.');
  // Later migrations come after the rows: where one has run already, they are there.
  if (!(await appliedMigrations(db)).some((name) => name > lastMigration)) {
    await migrate(db, lastMigration);
    await db.transaction().execute(async (trx) => {
      // Only what the snapshot has: whatever else stands there is nobody's to empty.
      const tables = (await listTables(trx)).filter((table) => files.includes(fileOfTable(table)));
      await filling(trx, tables, async () => {
        for (const table of tables)
          await writeLines(trx, table, readLineFile(join(folder, fileOfTable(table))));
      });
    });
  }
  await migrate(db);
  await fetch(db);
  // It speaks of tables as they are now. The mark keeps servers off until then.
  await db.transaction().execute(adapt);
};
