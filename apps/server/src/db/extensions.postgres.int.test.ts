import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { migrate, migrations } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

/** A separate database, in which a role may create tables and nothing else. */
let server: TestDatabase;
const name = `holdall_${randomBytes(6).toString('hex')}`;
const opened: Db[] = [];

const open = (user?: string): Db => {
  const url = new URL(process.env['HOLDALL_TEST_POSTGRES_URL'] ?? '');
  url.pathname = `/${name}`;
  if (user !== undefined) url.username = user;
  const db = openDatabase({ kind: 'postgres', url: url.href, poolSize: 2 });
  opened.push(db);
  return db;
};

beforeEach(async () => {
  server = await createTestDatabase();
  await sql`create database ${sql.id(name)}`.execute(server.db);
  await sql`create role ${sql.id(name)} login`.execute(server.db);
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy();
  await sql`drop database ${sql.id(name)} with (force)`.execute(server.db);
  await sql`drop role ${sql.id(name)}`.execute(server.db);
  await server.drop();
});

test('a role that may not create extensions is told which it needs', async () => {
  const admin = open();
  await sql`create schema files authorization ${sql.id(name)}`.execute(admin);
  await sql`alter role ${sql.id(name)} set search_path = files`.execute(admin);
  const db = open(name);
  await expect(migrate(db)).rejects.toThrow(
    /may not create .*ask your database administrator to run, in this database: create extension pg_trgm; create extension btree_gin/,
  );
  await sql`create extension pg_trgm`.execute(admin);
  await sql`create extension btree_gin`.execute(admin);
  expect(await migrate(db)).toEqual(Object.keys(migrations));
});

test('extensions are created where every schema finds them, also by concurrent processes', async () => {
  const admin = open();
  await sql`drop schema public cascade`.execute(admin);
  await sql`create schema public`.execute(admin);
  const schemas = ['one', 'two', 'three'];
  for (const schema of schemas) await sql`create schema ${sql.id(schema)}`.execute(admin);
  const dbs = schemas.map((schema) => {
    const url = new URL(process.env['HOLDALL_TEST_POSTGRES_URL'] ?? '');
    url.pathname = `/${name}`;
    const db = openDatabase({ kind: 'postgres', url: url.href, schema, poolSize: 2 });
    opened.push(db);
    return db;
  });
  await Promise.all(dbs.map((db) => migrate(db)));
  await sql`drop schema one cascade`.execute(admin);
  const { rows } = await sql<{ name: string; schema: string }>`
    select extname as name, extnamespace::regnamespace::text as schema from pg_extension
    where extname in ('pg_trgm', 'btree_gin') order by 1`.execute(admin);
  expect(rows).toEqual([
    { name: 'btree_gin', schema: 'public' },
    { name: 'pg_trgm', schema: 'public' },
  ]);
});
