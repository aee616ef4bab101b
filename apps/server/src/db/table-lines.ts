import { sql } from 'kysely';
import { markerTable } from '#db/copy/marker.ts';
import type { Db, Trx } from '#db/database.ts';

/** Rows of one batch. */
const linesAtOnce = 1_000;

/** Lists PostgreSQL's tables of this schema, except those of the migrator and of a copy in progress. */
export const listTables = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and relname <> ${markerTable}
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
};

/** Every row of a PostgreSQL table as a line of JSON, in pieces. One table of a transaction is read at a time. */
export async function* readLines(trx: Trx, table: string): AsyncGenerator<string[]> {
  await sql`declare lines_of_table no scroll cursor for
    select row_to_json(line)::text as line from ${sql.table(table)} as line`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(linesAtOnce)} from lines_of_table`.execute(
      trx,
    );
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close lines_of_table`.execute(trx);
}

/** Columns that are written; others the database makes of them. */
const columnsOf = async (trx: Trx, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(trx);
  return rows.map(({ name }) => name);
};

/** Fills a table with lines. @returns how many */
export const writeLines = async (
  trx: Trx,
  table: string,
  lines: AsyncIterable<readonly string[]>,
): Promise<number> => {
  const columns = sql.join((await columnsOf(trx, table)).map((name) => sql.ref(name)));
  let count = 0;
  for await (const piece of lines) {
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${`[${piece.join(',')}]`}::json)`.execute(
      trx,
    );
    count += piece.length;
  }
  return count;
};

/**
 * Empties tables and runs work that fills them in any order: triggers are disabled meanwhile, and foreign keys
 * are checked at the end.
 */
export const refillTables = async (
  trx: Trx,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> => {
  const { rows: references } = await sql<{ table: string; name: string }>`
    select relname as "table", conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = current_schema()::regnamespace and contype = 'f'`.execute(trx);
  for (const { table, name } of references)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} deferrable initially deferred`.execute(
      trx,
    );
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
  // All tables are emptied before any is filled: deletions cascade.
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(trx);
  await work();
  await sql`set constraints all immediate`.execute(trx);
  for (const { table, name } of references)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} not deferrable`.execute(trx);
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
};
