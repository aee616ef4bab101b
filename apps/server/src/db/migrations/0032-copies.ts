import { type Kysely, PostgresAdapter, sql } from 'kysely';

const ledgerTables = ['operations', 'operation_items'] as const;

/** The ledger takes copies. The help of the shortcut that cuts items was named after copying, which now has its own. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update translations set key = 'shortcuts.cut' where key = 'shortcuts.copy'`.execute(db);
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const kinds = ['rename', 'move', 'remove', 'restore', 'create', 'upload', 'copy'].map(
      (kind) => sql`kind = ${sql.lit(kind)}`,
    );
    await sql`alter table operations drop constraint operations_kind_check,
      add constraint operations_kind_check check (${sql.join(kinds, sql` or `)})`.execute(db);
    return;
  }
  // SQLite cannot change the check of a column, so the tables are created again as they are written down.
  const { rows } = await sql<{ type: string; name: string; text: string }>`
    select type, name, sql as text from sqlite_schema
    where tbl_name in (${sql.join(ledgerTables)}) and sql is not null`.execute(db);
  const textOf = (name: string): string => rows.find((row) => row.name === name)?.text ?? '';
  const formerOf = (name: string) => sql.ref(`former_${name}`);
  for (const name of ledgerTables)
    await sql`create table ${formerOf(name)} as select * from ${sql.ref(name)}`.execute(db);
  for (const name of ledgerTables.toReversed()) await sql`drop table ${sql.ref(name)}`.execute(db);
  await sql
    .raw(textOf('operations').replace("kind = 'upload'", "kind = 'upload' or kind = 'copy'"))
    .execute(db);
  await sql.raw(textOf('operation_items')).execute(db);
  for (const { text } of rows.filter(({ type }) => type === 'index')) await sql.raw(text).execute(db);
  for (const name of ledgerTables) {
    await sql`insert into ${sql.ref(name)} select * from ${formerOf(name)}`.execute(db);
    await sql`drop table ${formerOf(name)}`.execute(db);
  }
};
