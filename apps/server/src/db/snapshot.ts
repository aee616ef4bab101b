import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { copySqlite } from '#db/dialects/sqlite-copy.ts';
import { emptySqliteTable } from '#db/dialects/sqlite-empty-table.ts';
import { isPostgres } from '#db/dialect.ts';
import { openDatabase } from '#db/open-database.ts';
import { appliedMigrations } from '#db/schema-version.ts';
import { listTables, readLines } from '#db/table-lines.ts';
import { writeLineFile } from '#lib/line-files.ts';

export interface Snapshot {
  readonly database: 'sqlite' | 'postgres';
  /** Migrations that the schema has seen. */
  readonly migrations: readonly string[];
  /** The files that hold the rows, below the snapshot's folder. */
  readonly files: readonly string[];
}

/** The file that a SQLite snapshot consists of. */
export const sqliteFile = 'database.sqlite';
/** The table of small contents: a backup keeps them once beside all other contents, not again in each snapshot. */
const contentsTable = 'blob_bytes';
/** The folder in which a PostgreSQL snapshot has a file for each table. */
const tablesFolder = 'tables';

/** The file that holds a table's rows, below the snapshot's folder. */
export const fileOfTable = (table: string): string => `${tablesFolder}/${table}.ndjson.gz`;

/** Returns the file of an open SQLite database; undefined where it is in memory. */
export const fileOf = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ file: string | null }>`
    select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]?.file || undefined;
};

/** Tells whether a copy, which may have an earlier schema, has small contents. */
const hasContents = async (copy: Db): Promise<boolean> => {
  const { rows } = await sql`select 1 from sqlite_schema where name = ${contentsTable}`.execute(copy);
  if (rows.length === 0) return false;
  return (await sql`select 1 from ${sql.table(contentsTable)} limit 1`.execute(copy)).rows.length > 0;
};

const takeSqlite = async (
  db: Db,
  folder: string,
  read: (snapshot: Db) => Promise<void>,
): Promise<Snapshot> => {
  const path = await fileOf(db);
  if (path === undefined) throw new Error('A database in memory cannot be backed up.');
  const target = join(folder, sqliteFile);
  await copySqlite(path, target);
  const copy = openDatabase({ kind: 'sqlite', path: target });
  let found: { readonly migrations: readonly string[]; readonly hasContents: boolean };
  try {
    await read(copy);
    found = { migrations: await appliedMigrations(copy), hasContents: await hasContents(copy) };
  } finally {
    await copy.destroy();
  }
  if (found.hasContents) {
    await emptySqliteTable(target, contentsTable);
    await chmod(target, 0o600);
  }
  return { database: 'sqlite', migrations: found.migrations, files: [sqliteFile] };
};

/** Exports all tables as they are at one moment; the transaction blocks no one, and does not see later commits. */
const takePostgres = (db: Db, folder: string, read: (snapshot: Db) => Promise<void>): Promise<Snapshot> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await mkdir(join(folder, tablesFolder), { mode: 0o700 });
      const tables = (await listTables(trx)).filter((table) => table !== contentsTable);
      const files: string[] = [];
      for (const table of tables) {
        const file = fileOfTable(table);
        await writeLineFile(join(folder, file), readLines(trx, table));
        files.push(file);
      }
      await read(trx);
      return { database: 'postgres' as const, migrations: await appliedMigrations(trx), files };
    });

/**
 * Writes a database as it is at one moment into a folder, while it is in use.
 *
 * @param folder exists and is empty
 * @param read sees rows of the same moment
 */
export const takeSnapshot = (
  db: Db,
  folder: string,
  read: (snapshot: Db) => Promise<void>,
): Promise<Snapshot> => (isPostgres(db) ? takePostgres(db, folder, read) : takeSqlite(db, folder, read));
