import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Indexes on the renamed column: SQLite cannot rename one. */
const indexes = [
  {
    from: 'items_by_updated_at',
    to: 'items_by_modified_at',
    on: sql`(container_id, type, modified_at, id) where deleted_at is null`,
  },
  {
    from: 'items_trash_by_updated_at',
    to: 'items_trash_by_modified_at',
    on: sql`(owner_id, type, modified_at, id) where deleted_at is not null and purged_at is null`,
  },
];

/** The time of an item is a file's own, and was called as if it were the server's. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await sql`alter table items rename column updated_at to modified_at`.execute(db);
  for (const { from, to, on } of indexes) {
    if (postgres) {
      await sql`alter index ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(db);
    } else {
      await sql`drop index ${sql.ref(from)}`.execute(db);
      await sql`create index ${sql.ref(to)} on items ${on}`.execute(db);
    }
  }
  await sql`update translations set key = 'files.sort.modified_at' where key = 'files.sort.updated_at'`.execute(
    db,
  );
};
