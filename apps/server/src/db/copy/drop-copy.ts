import { sql } from 'kysely';
import { takeCopyLock } from '#db/copy/lock.ts';
import { copyStateOf, markerTable, readRestoreMarker } from '#db/copy/marker.ts';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { introspectSchema } from '#db/schema-introspection.ts';

/** Functions that triggers of these tables call: the migrations made them. */
const functionsOf = async (db: Db, tables: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct proname as name from pg_trigger
    join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relnamespace = current_schema()::regnamespace
      and pronamespace = current_schema()::regnamespace and relname in (${sql.join(tables)})`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Drops the remains of an unfinished copy. The marker proves that the database was empty before: everything in
 * it was copied. A restore is never dropped. The caller removes SQLite's file.
 *
 * @returns false where there was none
 * @throws CopyRefusedError while a copy is running
 */
export const dropCopy = async (db: Db): Promise<boolean> => {
  if ((await copyStateOf(db)) === undefined || (await readRestoreMarker(db)) !== undefined) return false;
  if (!isPostgres(db)) return true;
  const { names } = await introspectSchema();
  const tables = [...names];
  const functions = await functionsOf(db, tables);
  await db.transaction().execute(async (trx) => {
    // A copy in progress is not abandoned, and holds this lock.
    await takeCopyLock(trx);
    await sql`drop table if exists ${sql.join(tables.map((name) => sql.table(name)))} cascade`.execute(trx);
    for (const name of functions) await sql`drop function ${sql.ref(name)}()`.execute(trx);
    await sql`drop table ${sql.table(markerTable)}`.execute(trx);
  });
  return true;
};
