/** Puts an account straight into a PostgreSQL database. */
import { sql } from 'kysely';
import type { Db } from '../../../apps/server/src/db/database.ts';
import type { PlantedRow, PlantedTree } from './tree.ts';

const batch = 5_000;

const columns = {
  id: 'text',
  parent_id: 'text',
  type: 'text',
  name: 'text',
  sort_key: 'text',
  search_key: 'text',
  size: 'bigint',
  mimetype: 'text',
  category: 'text',
  preview_state: 'text',
  preview_width: 'int',
  preview_height: 'int',
  items_count: 'int',
  files_count: 'int',
  files_size: 'bigint',
  created_at: 'bigint',
  modified_at: 'bigint',
  deleted_at: 'bigint',
} as const satisfies Record<keyof PlantedRow, string>;
const columnNames = Object.keys(columns) as (keyof PlantedRow)[];

const inBatches = function* (rows: Iterable<PlantedRow>): Generator<PlantedRow[]> {
  let piece: PlantedRow[] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < batch) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
};

/** Indexes go while rows pour in, but for the primary key. @returns the statements that make them again */
const dropIndexes = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = 'items' and indexname <> 'items_pkey'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  return rows.map((row) => row.definition);
};

/** @param db a database in which a server is installed that does not run, as its superuser */
export const seedPostgres = async (
  db: Db,
  ownerId: string,
  { blobs, tree }: { blobs: readonly string[]; tree: PlantedTree },
): Promise<void> => {
  await db.connection().execute(async (connection) => {
    // Foreign keys are not checked row by row: they are right by construction.
    await sql`set session_replication_role = replica`.execute(connection);
    const definitions = await dropIndexes(connection);
    const names = sql.join(columnNames.map((name) => sql.id(name)));
    for (const rows of inBatches(tree.rows)) {
      const values = columnNames.map(
        (name) => sql`${rows.map((row) => row[name])}::${sql.raw(columns[name])}[]`,
      );
      const files = rows.map((row, index) =>
        row.type === 'file' ? (blobs[index % blobs.length] ?? null) : null,
      );
      await sql`insert into items (owner_id, trashed_by, blob_id, ${names})
        select ${ownerId}, case when r.deleted_at is null then null else ${`user:${ownerId}`} end, r.blob, ${sql.join(columnNames.map((name) => sql.ref(`r.${name}`)))}
        from unnest(${files}::text[], ${sql.join(values)}) as r (blob, ${names})`.execute(connection);
    }
    await sql`set maintenance_work_mem = '512MB'`.execute(connection);
    for (const definition of definitions) await sql.raw(definition).execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
    await sql`analyze`.execute(connection);
    await sql`reset maintenance_work_mem`.execute(connection);
  });
  await sql`vacuum analyze items`.execute(db);
};
