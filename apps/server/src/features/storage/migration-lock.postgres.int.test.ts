import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { asOnlyMigration } from './migration-lock.repo.ts';

test('one program moves at a time, on any server', async () => {
  const here = await createTestApp();
  const there = await createTestApp({ beside: here });
  const other = () => asOnlyMigration(there.database.db, async () => ({ isAlone: true }));
  try {
    const seen = await asOnlyMigration(here.database.db, async () => ({ other: await other() }));
    expect(seen).toEqual({ other: undefined });
    await expect(
      asOnlyMigration(here.database.db, async () => {
        throw new Error('It stopped.');
      }),
    ).rejects.toThrow('It stopped.');
    expect(await other()).toEqual({ isAlone: true });
  } finally {
    await there.close();
    await here.close();
  }
});

test('a move has ended even when the connection of its lock was cut', async () => {
  const server = await createTestApp();
  try {
    const cut = sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended('storage move ' || current_schema(), 0)`;
    const { db } = server.database;
    const ended = await asOnlyMigration(db, async () => ({ cut: (await cut.execute(db)).rows.length }));
    expect(ended).toEqual({ cut: 1 });
    // The closed connection is not reused.
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  } finally {
    await server.close();
  }
});
