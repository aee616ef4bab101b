import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrate, migrations } from '#db/migrate.ts';
import { nameColumns } from '#lib/name-columns.ts';
import { createTestDatabase, testDialect } from '#testing/test-database.ts';

const names = [
  'Größe 2.PDF',
  '家族写真🎉.jpg',
  'IMG_2019-08-01.jpg',
  'Łódź',
  'İSTANBUL',
  '한국어 문서',
  'ΟΔΟΣ',
  'ガス',
];

test('names from before the search index get the application’s search keys', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const before = Object.entries(migrations).filter(([name]) => name < '0003');
  const { rows } = await sql<{
    name: string | null;
  }>`select ${testDialect() === 'postgres' ? sql`current_schema()` : sql`null`} as name`.execute(db);
  const schema = rows[0]?.name ?? undefined;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(before) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await sql`insert into users (id, email, email_key, password_hash, role, color, created_at, updated_at)
    values ('u', 'a', 'a', 'x', 'user', '#000000', 1, 1)`.execute(db);
  for (const [index, name] of names.entries())
    await sql`insert into items (id, owner_id, type, name, sort_key, created_at, updated_at)
      values (${`i${index}`}, 'u', 'folder', ${name}, ${name}, 1, 1)`.execute(db);
  await migrate(db);
  const keys = await db.selectFrom('items').select(['name', 'search_key']).orderBy('id').execute();
  expect(keys.map((row) => ({ ...row }))).toEqual(
    names.map((name) => ({ name, search_key: nameColumns(name).search_key })),
  );
  await database.drop();
});
