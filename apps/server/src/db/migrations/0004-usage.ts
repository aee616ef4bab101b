import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Storage of accounts, reservations of uploads, and traffic by day. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table user_storage (
    user_id ${text} primary key references users (id) on delete cascade,
    images ${big} not null default 0 check (images >= 0),
    videos ${big} not null default 0 check (videos >= 0),
    audios ${big} not null default 0 check (audios >= 0),
    documents ${big} not null default 0 check (documents >= 0),
    others ${big} not null default 0 check (others >= 0),
    used ${big} not null generated always as (images + videos + audios + documents + others) stored,
    reserved ${big} not null default 0 check (reserved >= 0),
    capacity ${big} check (capacity >= 0),
    own_capacity ${int} not null default 0
  ) ${strict}`.execute(db);
  await sql`insert into user_storage (user_id, images, videos, audios, documents, others)
    select users.id,
      coalesce(sum(case when category = 'images' then size end), 0),
      coalesce(sum(case when category = 'videos' then size end), 0),
      coalesce(sum(case when category = 'audios' then size end), 0),
      coalesce(sum(case when category = 'documents' then size end), 0),
      coalesce(sum(case when category in ('images', 'videos', 'audios', 'documents') then 0 else size end), 0)
    from users left join items on items.owner_id = users.id and items.type = 'file'
    group by users.id`.execute(db);

  await sql`create table storage_reservations (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    bytes ${big} not null check (bytes >= 0),
    kept ${big} not null default 0 check (kept >= 0),
    expires_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create index storage_reservations_user on storage_reservations (user_id, expires_at)`.execute(db);
  await sql`create index storage_reservations_expiry on storage_reservations (expires_at)`.execute(db);

  await sql`create table usage_days (
    user_id ${text} not null references users (id) on delete cascade,
    day ${int} not null,
    upload ${big} not null default 0,
    download ${big} not null default 0,
    stored ${big} not null default 0,
    primary key (user_id, day)
  ) ${strict}`.execute(db);
  await sql`create index usage_days_day on usage_days (day)`.execute(db);

  // Unfinished uploads are counted for each new one, finished ones stay for a day.
  await sql`create index upload_sessions_open on upload_sessions (principal) where state = 'open'`.execute(
    db,
  );
};
