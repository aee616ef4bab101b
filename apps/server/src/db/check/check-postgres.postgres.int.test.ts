import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDatabase } from '#db/check/check-database.ts';
import type { DatabaseCheck } from '#db/check/check-postgres.ts';
import type { PostgresOptions } from '#db/dialects/postgres.ts';
import { migrate } from '#db/migrate.ts';
import { postgresUrlOf } from '#lib/postgres-url.ts';
import { createAuthority } from '#testing/certificates.ts';
import { fillTables } from '#testing/fill-tables.ts';
import { createOwnPostgres, type OwnPostgres } from '#testing/own-postgres.ts';
import { createTlsFront } from '#testing/tls-front.ts';

let server: OwnPostgres;
beforeEach(async () => {
  server = await createOwnPostgres();
});
afterEach(() => server.drop());

const check = (options: Partial<PostgresOptions> = {}): Promise<DatabaseCheck> =>
  checkDatabase({ kind: 'postgres', url: server.url(), ...options });
const at = (place: { host?: string; port?: number; database?: string }): string =>
  postgresUrlOf({
    host: server.host,
    port: server.port,
    database: server.name,
    user: 'app',
    password: '',
    ...place,
  });

/** Everything in the database that is not PostgreSQL's own. */
const objectsIn = async (): Promise<unknown[]> => {
  const { rows } = await sql`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where left(nspname, 3) <> 'pg_' and nspname <> 'information_schema'
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace
    union all select extname from pg_extension order by 1`.execute(server.open());
  return rows;
};

test('an empty database is accepted, and stays empty', async () => {
  const before = await objectsIn();
  expect(await check()).toMatchObject({ ok: true, state: 'empty', tls: false });
  expect(await objectsIn()).toEqual(before);
});

test('its own tables are recognised, with their content', async () => {
  const db = server.open();
  await migrate(db);
  expect(await check()).toMatchObject({ ok: true, state: 'prepared' });
  await fillTables(db);
  expect(await check()).toMatchObject({ ok: true, state: 'installed' });
  expect((await db.selectFrom('users').select('id').execute()).length).toBeGreaterThan(0);
});

test('an interrupted first start is continued', async () => {
  const db = server.open();
  await migrate(db, '0003-views');
  expect(await check()).toMatchObject({ ok: true, state: 'prepared' });
});

test('foreign tables are refused by name, and stay', async () => {
  const db = server.open();
  await sql`create table users (id int)`.execute(db);
  await sql`insert into users values (1)`.execute(db);
  await sql`create view invoices as select * from users`.execute(db);
  expect(await check()).toMatchObject({ ok: false, fault: 'foreign_tables', tables: ['invoices', 'users'] });
  expect((await sql`select 1 from users`.execute(db)).rows).toHaveLength(1);
});

test('foreign tables beside its own are refused, also in another schema', async () => {
  const db = server.open();
  await migrate(db);
  await sql`create table invoices (id int)`.execute(db);
  expect(await check()).toMatchObject({ fault: 'foreign_tables', tables: ['invoices'] });
  await sql`drop table invoices`.execute(db);
  await sql`create schema shop`.execute(db);
  await sql`create table shop.orders (id int)`.execute(db);
  expect(await check()).toMatchObject({ fault: 'foreign_tables', tables: ['shop.orders'] });
});

test('a database with a separate schema for Holdall may have other schemas', async () => {
  const db = server.open();
  await sql`create table invoices (id int)`.execute(db);
  await sql`create schema files`.execute(db);
  expect(await check({ schema: 'files' })).toMatchObject({ ok: true, state: 'empty' });
});

test('migrations of another program are not taken for its own', async () => {
  const db = server.open();
  await sql`create table kysely_migration (name text, timestamp text)`.execute(db);
  await sql`insert into kysely_migration values ('001-shop', '')`.execute(db);
  expect(await check()).toMatchObject({ fault: 'foreign_tables', tables: ['kysely_migration'] });
});

test('a newer version is named', async () => {
  const db = server.open();
  await migrate(db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '')`.execute(db);
  expect(await check()).toMatchObject({ fault: 'newer' });
});

test('a role without privileges is told which to request', async () => {
  const verdict = await check({ url: server.url(server.name) });
  expect(verdict).toMatchObject({ fault: 'rights', field: 'user' });
  expect(JSON.stringify(verdict)).toContain('alter database');
});

test('a role that may create tables but no extensions is told which extensions', async () => {
  await sql`grant create on schema public to ${sql.id(server.name)}`.execute(server.open());
  expect(await check({ url: server.url(server.name) })).toMatchObject({ fault: 'extension' });
  await sql`create extension pg_trgm`.execute(server.open());
  await sql`create extension btree_gin`.execute(server.open());
  expect(await check({ url: server.url(server.name) })).toMatchObject({ ok: true, state: 'empty' });
});

test('tables of another role are refused', async () => {
  await migrate(server.open());
  await sql`grant create on schema public to ${sql.id(server.name)}`.execute(server.open());
  await sql`grant all on all tables in schema public to ${sql.id(server.name)}`.execute(server.open());
  expect(await check({ url: server.url(server.name) })).toMatchObject({ fault: 'rights', field: 'user' });
});

test('a wrong password is distinguished from a missing database', async () => {
  await sql`alter role ${sql.id(server.name)} password 'right'`.execute(server.open());
  await sql`do $$ begin create role holdall_by_password nologin; exception when others then null; end $$`.execute(
    server.open(),
  );
  await sql`grant holdall_by_password to ${sql.id(server.name)}`.execute(server.open());
  const verdict = await check({ url: server.url(server.name, 'wrong') });
  expect(verdict).toMatchObject({ fault: 'password', field: 'password' });
  expect(JSON.stringify(verdict)).not.toContain('wrong');
  expect(await check({ url: server.url(server.name, 'right') })).toMatchObject({ fault: 'rights' });
  expect(await check({ url: at({ database: 'nowhere' }) })).toMatchObject({
    fault: 'database_missing',
    field: 'database',
  });
});

test('a database with another encoding is refused', async () => {
  const name = `${server.name}_latin`;
  await sql`create database ${sql.id(name)} encoding 'LATIN1' locale 'C' template template0`.execute(
    server.open(),
  );
  expect(await check({ url: at({ database: name }) })).toMatchObject({
    fault: 'encoding',
    field: 'database',
  });
  await sql`drop database ${sql.id(name)} with (force)`.execute(server.open());
});

test('an unknown host is distinguished from a port without a listener', async () => {
  expect(await check({ url: at({ host: 'nowhere.invalid' }) })).toMatchObject({
    fault: 'host_not_found',
    field: 'host',
  });
  const silent = createServer();
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  const { port } = silent.address() as AddressInfo;
  await new Promise((resolve) => {
    silent.close(resolve);
  });
  expect(await check({ url: at({ port }) })).toMatchObject({ fault: 'refused', field: 'port' });
});

test('a server other than PostgreSQL is recognised', async () => {
  const other = createServer((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  );
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const { port } = other.address() as AddressInfo;
  expect(await check({ url: at({ host: '127.0.0.1', port }) })).toMatchObject({ fault: 'not_postgres' });
  await new Promise((resolve) => {
    other.close(resolve);
  });
});

test('a server without TLS gets no connection where TLS is required', async () => {
  for (const tls of ['require', 'verify-full'] as const)
    expect(await check({ tls })).toMatchObject({ fault: 'tls_unsupported', field: 'tls' });
  expect(await check({ tls: 'disable' })).toMatchObject({ ok: true });
});

test('certificates are verified like libpq does', async () => {
  const authority = createAuthority();
  const { cert: ca } = authority;
  const front = await createTlsFront(server, authority.issue('127.0.0.1'));
  const misnamed = await createTlsFront(server, authority.issue('db.example.com'));
  const here = { url: at({ host: '127.0.0.1', port: front.port }) };
  const there = { url: at({ host: '127.0.0.1', port: misnamed.port }) };
  expect(await check({ ...here, tls: 'require' })).toMatchObject({ ok: true });
  expect(await check({ ...here, tls: 'verify-full', ca })).toMatchObject({ ok: true });
  expect(await check({ ...there, tls: 'verify-ca', ca })).toMatchObject({ ok: true });
  expect(await check({ ...there, tls: 'verify-full', ca })).toMatchObject({
    fault: 'tls_name',
    field: 'tls',
  });
  expect(await check({ ...here, tls: 'verify-full' })).toMatchObject({ fault: 'tls_untrusted', field: 'ca' });
  const { cert: foreignCa } = createAuthority();
  for (const tls of ['require', 'verify-ca', 'verify-full'] as const)
    expect(await check({ ...here, tls, ca: foreignCa })).toMatchObject({ fault: 'tls_untrusted' });
  expect(await check({ ...here, tls: 'verify-ca', ca: 'nonsense' })).toMatchObject({ fault: 'ca_invalid' });
  expect(await check({ ...here, tls: 'verify-ca' })).toMatchObject({ fault: 'ca_invalid', field: 'ca' });
  await front.close();
  await misnamed.close();
});
