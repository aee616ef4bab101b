import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isUnavailable } from '#db/errors.ts';
import { createTestDatabase, testDialect } from '#testing/test-database.ts';

// Each database has its own way of failing.
if (testDialect() === 'postgres')
  test('a connection that breaks inside a transaction fails that call alone', async () => {
    const database = await createTestDatabase();
    const { db } = database;
    const broken = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      // The server's farewell arrives by itself, while nobody asks anything.
      await setTimeout(100);
      await sql`select 1`.execute(trx);
    });
    const failure: unknown = await broken.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toSatisfy(isUnavailable);
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await database.drop();
  });
else
  test("another process's write lock is waited for without stopping this one", async () => {
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
