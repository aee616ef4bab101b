import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRestoreMarker, writeRestoreMarker } from '#db/copy/marker.ts';
import type { Db, Trx } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { appliedMigrations } from '#db/schema-version.ts';
import { listTables, refillTables, writeLines } from '#db/table-lines.ts';
import { fileOfTable, sqliteFile } from '#db/snapshot.ts';
import { syncDirectory } from '#lib/file-sync.ts';
import { readLineFile } from '#lib/line-files.ts';

export interface SnapshotRestore {
  /** The snapshot's folder. */
  readonly folder: string;
  /** The last migration that the snapshot has seen. */
  readonly lastMigration: string;
  /** Identifies the restore: it may fill a database with this marker. */
  readonly mark: string;
  /** Uses the rows before they are changed, for as long as it takes: no transaction is open meanwhile. */
  readonly fetch: (db: Db) => Promise<void>;
  /** Changes rows that belong to the old installation's location, before they become visible. */
  readonly adapt: (trx: Trx) => Promise<void>;
}

/** Suffixes of the files that SQLite keeps beside a database. */
const databaseFileSuffixes = ['', '-wal', '-shm'];

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Restores a snapshot to a SQLite database, atomically. @param path names no file, or one with the marker */
export const restoreSqlite = async (
  path: string,
  { folder, mark, fetch, adapt }: SnapshotRestore,
): Promise<void> => {
  const draft = `${path}.restoring`;
  for (const suffix of databaseFileSuffixes) await rm(draft + suffix, { force: true });
  await copyFile(join(folder, sqliteFile), draft);
  const db = openDatabase({ kind: 'sqlite', path: draft });
  try {
    await migrate(db);
    await fetch(db);
    await db.transaction().execute(adapt);
    await writeRestoreMarker(db, mark);
  } finally {
    await db.destroy();
  }
  await syncFile(draft);
  await rename(draft, path);
  await syncDirectory(dirname(path));
};

/**
 * Restores a snapshot to a PostgreSQL schema with the marker, atomically. An earlier attempt may have been
 * interrupted, even after `adapt`.
 */
export const restorePostgres = async (
  db: Db,
  { folder, lastMigration, mark, fetch, adapt }: SnapshotRestore,
  files: readonly string[],
): Promise<void> => {
  if ((await readRestoreMarker(db)) !== mark) throw new Error('The database is not this restore’s to fill.');
  // Later migrations run after the rows are there: one that has run proves that they are.
  if (!(await appliedMigrations(db)).some((name) => name > lastMigration)) {
    await migrate(db, lastMigration);
    await db.transaction().execute(async (trx) => {
      // Only tables of the snapshot are emptied: others may not be touched.
      const tables = (await listTables(trx)).filter((table) => files.includes(fileOfTable(table)));
      await refillTables(trx, tables, async () => {
        for (const table of tables)
          await writeLines(trx, table, readLineFile(join(folder, fileOfTable(table))));
      });
    });
  }
  await migrate(db);
  await fetch(db);
  // It uses the current schema. Until it is done the marker keeps servers out.
  await db.transaction().execute(adapt);
};
