import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The durable queue, and the pictures of files. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table jobs (
    id ${text} primary key,
    kind ${text} not null,
    dedupe_key ${text},
    lane ${text} not null default '',
    payload ${text} not null,
    state ${text} not null default 'waiting' check (state in ('waiting', 'running', 'done', 'dead')),
    again ${int} not null default 0,
    run_at ${big} not null,
    attempts ${int} not null default 0,
    max_attempts ${int} not null,
    kills ${int} not null default 0,
    claimed_by ${text},
    lease_until ${big},
    last_error ${text},
    created_at ${big} not null,
    finished_at ${big}
  ) ${strict}`.execute(db);
  // Finished jobs are many and rest: each index but the last leaves them out.
  await sql`create unique index jobs_dedupe on jobs (kind, dedupe_key) where finished_at is null`.execute(db);
  await sql`create index jobs_waiting on jobs (kind, run_at) where state = 'waiting'`.execute(db);
  await sql`create index jobs_lanes on jobs (kind, lane, run_at, id) where state = 'waiting'`.execute(db);
  await sql`create index jobs_lease on jobs (lease_until) where state = 'running'`.execute(db);
  await sql`create index jobs_finished on jobs (state, finished_at) where finished_at is not null`.execute(
    db,
  );

  await sql`create table thumbnails (
    blob_id ${text} primary key references blobs (id) on delete cascade,
    state ${text} not null check (state in ('ready', 'failed')),
    key ${text},
    pictures ${text},
    width ${int},
    height ${int},
    error ${text},
    updated_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create unique index thumbnails_key on thumbnails (key)`.execute(db);

  // A copy of what `thumbnails` knows, so that a listing reads the item alone.
  await sql`alter table items add column preview_state ${text}`.execute(db);
  await sql`alter table items add column preview_width ${int}`.execute(db);
  await sql`alter table items add column preview_height ${int}`.execute(db);
  // Unexamined files by type: those that can have a picture are found at once.
  await sql`create index items_without_preview on items (mimetype, id) where preview_state is null and mimetype is not null`.execute(
    db,
  );
};
