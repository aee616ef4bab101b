import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, migrations } from '#db/migrate.ts';
import type { Db } from '#db/database.ts';
import { createTestDatabase, testDialect } from '#testing/test-database.ts';

/** The schema as the database itself describes it, in a stable order. */
const describeSchema = async (db: Db): Promise<string> => {
  if (testDialect() === 'sqlite') {
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_master where sql is not null and name not like 'kysely%' order by type, name`.execute(
      db,
    );
    return rows.map((row) => row.sql.replaceAll(/\s+/g, ' ')).join('\n');
  }
  const columns = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || data_type || coalesce(' collate ' || collation_name, '')
      || case is_nullable when 'NO' then ' not null' else '' end
      || coalesce(' default ' || column_default, '') || coalesce(' as ' || generation_expression, '') as line
    from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'
    order by table_name, ordinal_position`.execute(db);
  const indexes = await sql<{ line: string }>`
    select regexp_replace(indexdef, ' ON [^ ]+[.]', ' ON ') as line from pg_indexes
    where schemaname = current_schema() and tablename not like 'kysely%' order by indexname`.execute(db);
  const constraints = await sql<{ line: string }>`
    select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
    where connamespace = current_schema()::regnamespace and contype in ('c', 'f')
      and conrelid::regclass::text not like 'kysely%' order by 1`.execute(db);
  return [...columns.rows, ...indexes.rows, ...constraints.rows].map((row) => row.line).join('\n');
};

test('the migrations lead to the schema on record', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  expect(await migrate(db)).toEqual(Object.keys(migrations));
  await expect(await describeSchema(db)).toMatchFileSnapshot(`./migrations/schema.${testDialect()}.snap`);
  await database.drop();
});

test('running them again changes nothing', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db);
  const before = await describeSchema(db);
  expect(await migrate(db)).toEqual([]);
  expect(await describeSchema(db)).toBe(before);
  await database.drop();
});

test('a migration that fails leaves nothing of itself behind', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await sql`create table upload_sessions (id text)`.execute(db);
  await expect(migrate(db)).rejects.toThrow(/upload_sessions/);
  await expect(sql`select 1 from users`.execute(db)).rejects.toThrow();
  await sql`drop table upload_sessions`.execute(db);
  expect(await migrate(db)).toEqual(Object.keys(migrations));
  await database.drop();
});

test('a database of a newer version is refused', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01T00:00:00Z')`.execute(
    db,
  );
  await expect(migrate(db)).rejects.toThrow(/9999-future/);
  await database.drop();
});
