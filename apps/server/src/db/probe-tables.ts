import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { listTables } from '#db/table-lines.ts';

/** Reads every row of every PostgreSQL table once. @returns what could not be read, in PostgreSQL's words */
export const probeTables = async (db: Db): Promise<{ tables: number; faults: string[] }> => {
  const tables = await listTables(db);
  const faults: string[] = [];
  for (const table of tables) {
    try {
      // The length of each row as a text: reading it meets every unreadable value.
      await sql`select sum(length(line::text)) as length from ${sql.table(table)} as line`.execute(db);
    } catch (error) {
      faults.push(`${table}: ${error instanceof Error ? error.message : 'unknown reason'}`);
    }
  }
  const { rows: broken } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace and not (indisvalid and indisready)`.execute(db);
  return {
    tables: tables.length,
    faults: [...faults, ...broken.map(({ name }) => `The index ${name} is not valid.`)],
  };
};
