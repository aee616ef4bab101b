import { randomUUID } from 'node:crypto';
import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The settings that named the place of files, as JSON. */
const settingNames = [
  'storage_driver',
  's3_endpoint',
  's3_region',
  's3_bucket',
  's3_access_key',
  's3_secret_key',
  's3_path_style',
  's3_prefix',
  'internal:storage_node',
  'internal:storage_trusted',
];

interface Move {
  readonly source: string;
  readonly part: string;
  readonly created_at: number | string;
}

const settingsOf = async (db: Kysely<unknown>): Promise<Map<string, unknown>> => {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value from settings where name in (${sql.join(settingNames)})`.execute(db);
  return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
};

/** Returns the configuration of the store that the settings named, with the sealed key as it stands there. */
const configOf = (settings: Map<string, unknown>): string => {
  const text = (name: string): string => {
    const value = settings.get(name);
    return typeof value === 'string' ? value : '';
  };
  const region = text('s3_region') === '' ? 'us-east-1' : text('s3_region');
  const bucket = text('s3_bucket');
  const amazon = `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const endpoint = text('s3_endpoint') === '' ? amazon : text('s3_endpoint');
  const chosenStyle = settings.get('s3_path_style');
  return JSON.stringify({
    endpoint,
    region,
    bucket,
    accessKey: text('s3_access_key'),
    secretKey: text('s3_secret_key'),
    pathStyle:
      typeof chosenStyle === 'boolean' ? chosenStyle : text('s3_endpoint') !== '' || bucket.includes('.'),
    prefix: text('s3_prefix'),
    trusted: text('internal:storage_trusted') === endpoint,
  });
};

/** Stores, and which of them each row's bytes are in; a move that has not ended becomes a store that drains. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  // Rows refer to `open_id`: so nothing is recorded in a retired store, and none is retired that a row names.
  await sql`create table stores (
    id ${text} primary key,
    kind ${text} not null check (kind in ('disk', 's3')),
    config ${text} not null,
    node_id ${text},
    state ${text} not null check (state in ('active', 'draining', 'retired')),
    created_at ${big} not null,
    open_id ${text} generated always as (case when state <> 'retired' then id end) stored unique
  ) ${strict}`.execute(db);
  await sql`create unique index stores_active on stores (state) where state = 'active'`.execute(db);

  const settings = await settingsOf(db);
  const [move] = (await sql<Move>`select source, part, created_at from storage_moves`.execute(db)).rows;
  const active = randomUUID();
  const kind = settings.get('storage_driver') === 's3' ? 's3' : 'disk';
  const config = kind === 's3' ? configOf(settings) : '{}';
  const node = kind === 'disk' && postgres ? (settings.get('internal:storage_node') ?? null) : null;
  await sql`insert into stores (id, kind, config, node_id, state, created_at)
    values (${active}, ${kind}, ${config}, ${node}, 'active', ${Date.now()})`.execute(db);
  // Moved bytes are found in the active store, too; all others are in its source alone.
  let recorded = active;
  if (move !== undefined) {
    const former = randomUUID();
    const source = JSON.parse(move.source) as { kind: string; node?: string; sealed?: string };
    const formerConfig = source.kind === 's3' ? JSON.stringify({ sealed: source.sealed }) : '{}';
    const formerNode = source.kind === 'disk' && postgres ? (source.node ?? null) : null;
    const isOver = move.part === 'emptying';
    await sql`insert into stores (id, kind, config, node_id, state, created_at)
      values (${former}, ${source.kind}, ${formerConfig}, ${formerNode},
        ${isOver ? 'retired' : 'draining'}, ${Date.now()})`.execute(db);
    if (!isOver) recorded = former;
  }

  const columns = [
    { table: 'blobs', isNamed: true },
    { table: 'thumbnails', isNamed: false },
    { table: 'images', isNamed: true },
    { table: 'upload_sessions', isNamed: false },
  ] as const;
  for (const { table, isNamed } of columns) {
    const name = sql.ref(table);
    if (postgres && isNamed) {
      // A default fills all rows without writing them.
      await sql`alter table ${name} add column store_id ${text} not null
        default ${sql.lit(recorded)} references stores (open_id)`.execute(db);
      await sql`alter table ${name} alter column store_id drop default`.execute(db);
    } else {
      await sql`alter table ${name} add column store_id ${text} references stores (open_id)`.execute(db);
      if (isNamed) await sql`update ${name} set store_id = ${recorded}`.execute(db);
    }
  }
  await sql`update thumbnails set store_id = ${recorded} where key is not null`.execute(db);
  const since = recorded === active ? 0 : Number(move?.created_at ?? 0);
  await sql`update upload_sessions
    set store_id = case when created_at >= ${sql.lit(since)} then ${active} else ${recorded} end
    where state = 'open'`.execute(db);

  for (const table of ['storage_moves', 'storage_places', 'storage_readers'])
    await sql`drop table ${sql.ref(table)}`.execute(db);
  await sql`delete from settings where name like 'internal:in-use:%'
    or name in ('internal:storage_node', 'internal:storage_trusted')`.execute(db);
};
