import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
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

test('the migrations lead to the recorded schema', async () => {
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

test('a failed migration leaves nothing behind', async () => {
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

test('entries of an earlier version stay unchanged, one event each, and are still append-only', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0020-known-devices');
  const day = 86_400_000;
  const entryOf = (id: string, at: number) => sql`
    insert into activity (id, at, kind, actor_id, user_id, address, user_agent, details)
    values (${id}, ${at}, 'session.failed', null, 'eve', '192.0.2.1', 'Firefox', '{"reason":"wrong_password"}')`;
  await entryOf('new', Date.now() - day).execute(db);
  await entryOf('old', Date.now() - 200 * day).execute(db);
  const before = await sql`select * from activity order by id`.execute(db);
  await migrate(db);
  const { rows } = await sql<Record<string, unknown>>`select * from activity order by id`.execute(db);
  expect(rows).toEqual(
    before.rows.map((row) => ({ ...(row as object), count: 1, last_at: null, gathered_key: null })),
  );
  const refused = 'activity is append-only';
  for (const change of [
    sql`update activity set count = count + 1`,
    sql`update activity set gathered_key = 'a' where id = 'new'`,
    sql`delete from activity where id = 'new'`,
    sql`delete from activity`,
  ])
    await expect(change.execute(db)).rejects.toThrow(refused);
  await sql`delete from activity where id = 'old'`.execute(db);
  expect((await sql`select id from activity`.execute(db)).rows).toEqual([{ id: 'new' }]);
  await database.drop();
});

test.each([
  [200, [{ name: 'activity_days', value: '3650' }]],
  [100, []],
])('a log that is %i days old keeps its entries', async (age, expected) => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0021-gathered-activity');
  await sql`insert into activity (id, at, kind, details)
    values ('one', ${Date.now() - age * 86_400_000}, 'user.created', '{}')`.execute(db);
  await migrate(db);
  const { rows } = await sql`select name, value from settings`.execute(db);
  expect(rows).toEqual(expected);
  await database.drop();
});

test('accounts, files and links stay unchanged; new columns are empty', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0017-storage-places');
  const at = 1_700_000_000_000;
  const rows = [
    sql`insert into users (id, email, email_key, password_hash, role, color, created_at, updated_at)
      values ('ada', 'Ada@example.com', 'ada@example.com', 'hash', 'admin', 'red', ${at}, ${at})`,
    sql`insert into blobs (id, key, size, sha256, crc32, created_at) values ('bytes', 'ab/cd', 3, 'sum', 7, ${at})`,
    sql`insert into items (id, owner_id, type, name, sort_key, blob_id, size, created_at, updated_at)
      values ('file', 'ada', 'file', 'a.txt', 'a.txt', 'bytes', 3, ${at}, ${at - 1})`,
    sql`insert into shares (id, token, owner_id, item_id, permission, password_hash, downloads, created_at)
      values ('link', 'token', 'ada', 'file', 'visitor', 'hash', 2, ${at})`,
  ];
  for (const row of rows) await row.execute(db);
  const rowsOf = async () => {
    const found: Record<string, object> = {};
    for (const table of ['users', 'blobs', 'items', 'shares'])
      found[table] = (await sql<object>`select * from ${sql.table(table)}`.execute(db)).rows[0] ?? {};
    return found;
  };
  const before = await rowsOf();
  const { updated_at: updated, ...item } = before['items'] as { updated_at: number };
  const { told_until: notified_until, ...share } = before['shares'] as { told_until: null };
  await migrate(db);
  expect(await rowsOf()).toEqual({
    users: { ...before['users'], tree_rev: null },
    blobs: {
      ...before['blobs'],
      verified_at: null,
      damaged_at: null,
      store_id: expect.any(String) as string,
      stored_by: null,
      device: null,
    },
    items: { ...item, damaged_at: null, modified_at: updated, number: 1, tree_rev: null },
    shares: {
      ...share,
      notified_until,
      name: null,
      expiration: null,
      label: '',
      last_deed: undefined,
      last_operation: null,
    },
  });
  await database.drop();
});

test('links get the hours that were chosen for their ends, where they still end at that time', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, '0022-activity-retention');
  const [at, hour] = [1_700_000_000_000, 3_600_000];
  await sql`insert into users (id, email, email_key, password_hash, role, color, created_at, updated_at)
    values ('ada', 'ada@example.com', 'ada@example.com', 'hash', 'admin', 'red', ${at}, ${at})`.execute(db);
  for (const [id, end] of [
    ['chosen', at + 168 * hour],
    ['changed', at + 50 * hour],
    ['endless', null],
  ] as const)
    await sql`insert into shares (id, token, owner_id, item_id, permission, expires_at, created_at)
      values (${id}, ${id}, 'ada', ${id}, 'visitor', ${end}, ${at})`.execute(db);
  await migrate(db);
  const { rows } = await sql`select id, expires_at, expiration from shares order by id`.execute(db);
  expect(rows).toEqual([
    { id: 'changed', expires_at: at + 50 * hour, expiration: null },
    { id: 'chosen', expires_at: at + 168 * hour, expiration: 168 },
    { id: 'endless', expires_at: null, expiration: null },
  ]);
  await database.drop();
});

describe('the stores of an installation of the version before', () => {
  const at = 1_700_000_000_000;
  const key = (index: number): string => index.toString(16).padStart(32, '0');
  const setting = (name: string, value: unknown) =>
    sql`insert into settings (name, value, updated_at) values (${name}, ${JSON.stringify(value)}, ${at})`;
  const move = (source: object, part: string) =>
    sql`insert into storage_moves (id, source, automatic, part, after, moved, bytes, created_at)
      values ('move', ${JSON.stringify(source)}, 0, ${part}, '', 0, 0, ${at + 100})`;
  const session = (id: string, state: string, createdAt: number) =>
    sql`insert into upload_sessions (id, principal, name, path, file_name, on_conflict, staging_key, state, created_at, updated_at)
      values (${id}, 'user:ada', ${id}, '', 'a', 'rename', ${key(9)}, ${state}, ${createdAt}, ${at})`;
  const bucket = [
    setting('storage_driver', 's3'),
    setting('s3_endpoint', 'https://s3.example.com'),
    setting('s3_region', 'eu'),
    setting('s3_bucket', 'files'),
    setting('s3_access_key', 'access'),
    setting('s3_secret_key', 'sealed key'),
    setting('s3_prefix', 'holdall/'),
    setting('note:storage_trusted', 'https://s3.example.com'),
    setting('note:in-use:one', ''),
  ];
  const config = JSON.stringify({
    endpoint: 'https://s3.example.com',
    region: 'eu',
    bucket: 'files',
    accessKey: 'access',
    secretKey: 'sealed key',
    pathStyle: true,
    prefix: 'holdall/',
    trusted: true,
  });

  /** Migrates an installation with rows of every kind. @returns its stores, and the kind of each row's */
  const migrated = async (rows: readonly { execute(db: Db): Promise<unknown> }[]) => {
    const database = await createTestDatabase();
    const { db } = database;
    await migrate(db, '0023-chosen-expiration');
    const bytes = [
      sql`insert into blobs (id, key, size, sha256, crc32, created_at) values ('one', ${key(1)}, 3, 'sum', 7, ${at})`,
      sql`insert into blobs (id, key, size, sha256, crc32, created_at) values ('two', ${key(2)}, 3, 'sum', 7, ${at})`,
      sql`insert into thumbnails (blob_id, state, key, updated_at) values ('one', 'ready', ${key(3)}, ${at})`,
      sql`insert into thumbnails (blob_id, state, updated_at) values ('two', 'failed', ${at})`,
      sql`insert into pictures (id, key, pictures, created_at) values ('image', ${key(4)}, '{}', ${at})`,
      session('early', 'open', at),
      session('late', 'open', at + 200),
      session('done', 'finished', at),
    ];
    for (const row of [...bytes, ...rows]) await row.execute(db);
    await migrate(db);
    const stores = await db
      .selectFrom('stores')
      .select(['kind', 'config', 'node_id', 'state'])
      .orderBy('state')
      .execute();
    const named: Record<string, string | null> = {};
    for (const [table, id] of [
      ['blobs', 'id'],
      ['thumbnails', 'blob_id'],
      ['images', 'id'],
      ['upload_sessions', 'id'],
    ] as const) {
      const found = await sql<{ id: string; state: string | null }>`
        select ${sql.ref(`${table}.${id}`)} as id, stores.state from ${sql.table(table)}
        left join stores on stores.id = ${sql.ref(`${table}.store_id`)}`.execute(db);
      for (const row of found.rows) named[`${table} ${row.id}`] = row.state;
    }
    const left = await sql`select name from settings where name like 'internal:in-use:%'
      or name in ('internal:storage_node', 'internal:storage_trusted')`.execute(db);
    expect(left.rows).toEqual([]);
    await database.drop();
    return { stores, named };
  };
  const all = (state: string, late = state) => ({
    'blobs one': state,
    'blobs two': state,
    'thumbnails one': state,
    'thumbnails two': null,
    'images image': state,
    'upload_sessions early': state,
    'upload_sessions late': late,
    'upload_sessions done': null,
  });

  test('files on the disk are in one active store', async () => {
    const { stores, named } = await migrated([]);
    expect(stores).toEqual([{ kind: 'disk', config: '{}', node_id: null, state: 'active' }]);
    expect(named).toEqual(all('active'));
  });

  test('a disk of one of several servers keeps its name', async () => {
    const { stores } = await migrated([setting('note:storage_node', 'node')]);
    expect(stores).toMatchObject([{ kind: 'disk', node_id: testDialect() === 'postgres' ? 'node' : null }]);
  });

  test('a bucket keeps its sealed key', async () => {
    const { stores, named } = await migrated(bucket);
    expect(stores).toEqual([{ kind: 's3', config, node_id: null, state: 'active' }]);
    expect(named).toEqual(all('active'));
  });

  test('rows of a move that has not ended name its source, where nothing is lost', async () => {
    const { stores, named } = await migrated([...bucket, move({ kind: 'disk', node: '' }, 'blobs')]);
    expect(stores).toMatchObject([
      { kind: 's3', config, state: 'active' },
      { kind: 'disk', config: '{}', state: 'draining' },
    ]);
    expect(named).toEqual(all('draining', 'active'));
  });

  test('a source that was only being emptied is retired', async () => {
    const source = { kind: 's3', sealed: 'all of it' };
    const { stores, named } = await migrated([move(source, 'emptying')]);
    expect(stores).toMatchObject([
      { kind: 'disk', state: 'active' },
      { kind: 's3', config: '{"sealed":"all of it"}', state: 'retired' },
    ]);
    expect(named).toEqual(all('active'));
  });
});
