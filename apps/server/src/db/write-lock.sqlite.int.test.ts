import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#testing/test-database.ts';

test('another process’s write lock is waited for without blocking this process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-lock-'));
  const path = join(folder, 'locked.sqlite');
  const database = await createTestDatabase(path);
  await sql`create table t (x integer)`.execute(database.db);
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
    if (turns === 20) other.exec('commit');
  }, 5);
  await database.db.transaction().execute((trx) => sql`insert into t values (1)`.execute(trx));
  clearInterval(ticking);
  expect(turns).toBeGreaterThanOrEqual(20);
  expect((await sql`select * from t`.execute(database.db)).rows).toHaveLength(1);
  other.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
