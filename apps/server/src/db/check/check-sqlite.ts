import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { DatabaseCheck } from '#db/check/check-postgres.ts';
import { contentsOf, type DatabaseState } from '#db/check/contents.ts';
import { type Fault, fault } from '#db/check/faults.ts';
import { openDatabase } from '#db/open-database.ts';

const header = 'SQLite format 3\0';

const beginsLikeSqlite = (path: string): boolean => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(header.length);
    readSync(file, bytes);
    return bytes.toString('latin1') === header;
  } finally {
    closeSync(file);
  }
};

/** Inspects a database file, opened read-only. */
const contentsOfFile = async (path: string): Promise<DatabaseState | Fault> => {
  if (!existsSync(path) || statSync(path).size === 0) {
    // SQLite would write it into the new file.
    const journal = `${path}-wal`;
    if (!existsSync(journal) || statSync(journal).size === 0) return 'empty';
    return fault('not_a_database', 'database', `${journal} is left of another database. Move it away, too.`);
  }
  if (!beginsLikeSqlite(path))
    return fault(
      'not_a_database',
      'database',
      `${path} is no SQLite database. Move it away, or choose another folder.`,
    );
  const db = openDatabase({ kind: 'sqlite', path, readOnly: true });
  try {
    return await contentsOf(db);
  } finally {
    await db.destroy();
  }
};

/** Creates a database in the folder with every feature of SQLite that is used. @returns SQLite's version */
const tryCreating = async (folder: string): Promise<string> => {
  const path = join(folder, `.check-${randomBytes(6).toString('hex')}.sqlite`);
  try {
    const db = openDatabase({ kind: 'sqlite', path });
    try {
      await sql`create virtual table search using fts5 (key, tokenize = 'trigram case_sensitive 1')`.execute(
        db,
      );
      await sql`create table things (id text primary key) strict`.execute(db);
      await sql`insert into things (id) values ('a')`.execute(db);
      const { rows } = await sql<{ version: string }>`select sqlite_version() as version from things`.execute(
        db,
      );
      return rows[0]?.version ?? '';
    } finally {
      await db.destroy();
    }
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
  }
};

/** Tries SQLite for a file: creates another database beside it, and inspects the file's content. */
export const checkSqlite = async (path: string): Promise<DatabaseCheck> => {
  try {
    const version = await tryCreating(dirname(path));
    const contents = await contentsOfFile(path);
    return typeof contents === 'string' ? { ok: true, state: contents, version, tls: undefined } : contents;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    return fault(
      'rights',
      undefined,
      `${basename(path)} cannot be used in ${dirname(path)}: ${reason}. Check who owns the folder, and whether the disk is full.`,
    );
  }
};
