import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { markerValuesOf, removeMarkerValue, writeMarkerValue } from '#db/copy/marker.ts';
import { DifferenceError } from '#db/copy/verify.ts';
import { isPostgres } from '#db/dialect.ts';
import type { TableShape } from '#db/schema-introspection.ts';

const notePrefix = 'constraint:';

interface SelfReference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const selfReferencesOf = async (db: Db): Promise<SelfReference[]> => {
  const { rows } = await sql<SelfReference>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conrelid = confrelid and connamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return rows;
};

/** Rows that refer to others of their own table come in the order of their ids: what they refer to may come later. */
export const dropSelfReferences = async (db: Db): Promise<void> => {
  if (!isPostgres(db)) {
    await sql`pragma foreign_keys = off`.execute(db);
    return;
  }
  for (const reference of await selfReferencesOf(db)) {
    await db.transaction().execute(async (trx) => {
      await writeMarkerValue(trx, notePrefix + reference.name, JSON.stringify(reference));
      await sql`alter table ${sql.table(reference.table)} drop constraint ${sql.ref(reference.name)}`.execute(
        trx,
      );
    });
  }
};

/** Puts them back, by which all rows are looked at. @throws where one refers to nothing */
export const restoreSelfReferences = async (db: Db): Promise<void> => {
  if (!isPostgres(db)) {
    const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_check`.execute(db);
    if (rows.length > 0)
      throw new DifferenceError(`a row of ${rows[0]?.table} refers to one that was not copied`);
    await sql`pragma foreign_keys = on`.execute(db);
    return;
  }
  for (const { name, value } of await markerValuesOf(db, notePrefix)) {
    const { table, name: constraint, definition } = JSON.parse(value) as SelfReference;
    await db.transaction().execute(async (trx) => {
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(constraint)} ${sql.raw(definition)}`.execute(
        trx,
      );
      await removeMarkerValue(trx, name);
    });
  }
};

/** Gathers the statistics of the query planner at once, instead of waiting for autovacuum. */
export const gatherStatistics = async (db: Db, tables: readonly TableShape[]): Promise<void> => {
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  await (isPostgres(db) ? sql`analyze ${names}` : sql`pragma optimize`).execute(db);
};
