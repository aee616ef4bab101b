import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createMigratedDatabase } from '#testing/migrated-database.ts';

test('a schema is reused with its initial rows, and not once it was altered', async () => {
  const first = await createMigratedDatabase('');
  await sql`insert into settings (name, value, updated_at) values ('left', '1', 1)`.execute(first.db);
  const languages = await first.db.selectFrom('languages').selectAll().execute();
  await sql`delete from languages where locale = 'cs'`.execute(first.db);
  await first.drop();

  const second = await createMigratedDatabase('');
  expect(second.choice).toEqual(first.choice);
  expect(await second.db.selectFrom('settings').selectAll().execute()).toEqual([]);
  expect(languages).toHaveLength(6);
  expect(await second.db.selectFrom('languages').selectAll().execute()).toEqual(languages);
  await sql`alter table settings add column extra text`.execute(second.db);
  await second.drop();

  const third = await createMigratedDatabase('');
  expect(third.choice).not.toEqual(second.choice);
  await sql`select count(*) from settings`.execute(third.db);
  await third.drop();
});
