import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/** The table that marks a target of a copy or a restore, until it is complete and in use. */
export const markerTable = 'holdall_copy';

/** `verified`: every row is there; only the choice has to be switched. */
export type CopyState = 'copying' | 'verified';

export const hasTable = async (db: Db, name: string): Promise<boolean> => {
  const query = isPostgres(db)
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`;
  return (await query.execute(db)).rows.length > 0;
};

/** Reads a value that a copy has recorded in its target. */
export const readMarkerValue = async (db: Db, name: string): Promise<string | undefined> => {
  const { rows } = await sql<{ value: string }>`
    select value from ${sql.table(markerTable)} where name = ${name}`.execute(db);
  return rows[0]?.value;
};

export const writeMarkerValue = async (db: Db, name: string, value: string): Promise<void> => {
  await sql`insert into ${sql.table(markerTable)} (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db);
};

export const removeMarkerValue = async (db: Db, name: string): Promise<void> => {
  await sql`delete from ${sql.table(markerTable)} where name = ${name}`.execute(db);
};

/** @returns names and values of all notes whose name begins like this */
export const markerValuesOf = async (db: Db, prefix: string): Promise<{ name: string; value: string }[]> => {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value from ${sql.table(markerTable)} order by name`.execute(db);
  return rows.filter(({ name }) => name.startsWith(prefix));
};

/** Returns the state of a copy into this database; undefined where none is in progress. */
export const copyStateOf = async (db: Db): Promise<CopyState | undefined> => {
  if (!(await hasTable(db, markerTable))) return undefined;
  return (await readMarkerValue(db, 'state')) === 'verified' ? 'verified' : 'copying';
};

/** Notes in an empty database that a copy of that source begins. */
export const createMarker = async (db: Db, source: string): Promise<void> => {
  const text = sql.raw(isPostgres(db) ? 'text collate "C"' : 'text');
  await db.transaction().execute(async (trx) => {
    await sql`create table ${sql.table(markerTable)} (name ${text} primary key, value ${text} not null)`.execute(
      trx,
    );
    await writeMarkerValue(trx, 'source', source);
    await writeMarkerValue(trx, 'state', 'copying');
  });
};

const restorePrefix = 'restore ';

/** Notes in an empty database that a restore fills it; one that it has noted before stays. */
export const writeRestoreMarker = async (db: Db, mark: string): Promise<void> => {
  if ((await readRestoreMarker(db)) !== mark) await createMarker(db, restorePrefix + mark);
};

/** The mark of the restore that fills this database; undefined where none does. */
export const readRestoreMarker = async (db: Db): Promise<string | undefined> => {
  if (!(await hasTable(db, markerTable))) return undefined;
  const source = await readMarkerValue(db, 'source');
  return source?.startsWith(restorePrefix) === true ? source.slice(restorePrefix.length) : undefined;
};

/** Records that every row has been copied: the next start takes the database into use. */
export const markVerified = (db: Db): Promise<void> => writeMarkerValue(db, 'state', 'verified');

export const removeMarker = async (db: Db): Promise<void> => {
  await sql`drop table if exists ${sql.table(markerTable)}`.execute(db);
};

/**
 * Refuses a database that holds an incomplete copy, and takes a complete one into use by removing its marker.
 *
 * @throws Error with a sentence
 */
export const completeCopy = async (db: Db): Promise<void> => {
  const state = await copyStateOf(db);
  if (state === undefined) return;
  if (state === 'copying')
    throw new Error(
      (await readRestoreMarker(db)) === undefined
        ? 'it is being copied into, and that has not ended; run the same `holdall migrate` again'
        : 'a backup is being restored into it, and that has not ended; run the same `holdall restore` again',
    );
  await removeMarker(db);
};
