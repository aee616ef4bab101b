import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Links to items, requests for files, and what was done through them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table shares (
    id ${text} primary key,
    token ${text} not null,
    owner_id ${text} not null references users (id) on delete cascade,
    item_id ${text} not null,
    permission ${text} not null check (permission in ('visitor', 'editor')),
    password_hash ${text},
    expires_at ${big},
    download_limit ${int},
    downloads ${int} not null default 0,
    visits ${int} not null default 0,
    visitors ${int} not null default 0,
    unseen ${int} not null default 0,
    last_deed ${text},
    told_until ${text},
    created_at ${big} not null,
    mailed_at ${big} not null default 0,
    revoked_at ${big}
  ) ${strict}`.execute(db);
  await sql`alter table user_settings add column mail_guest_changes ${int} not null default 0`.execute(db);
  await sql`create unique index shares_token on shares (token)`.execute(db);
  await sql`create unique index shares_item on shares (item_id) where revoked_at is null`.execute(db);
  await sql`create index shares_owner on shares (owner_id, id)`.execute(db);
  await sql`create index shares_revoked on shares (revoked_at) where revoked_at is not null`.execute(db);
  await sql`create index shares_expires on shares (expires_at) where revoked_at is null and expires_at is not null`.execute(
    db,
  );

  await sql`create table share_visits (
    share_id ${text} not null references shares (id) on delete cascade,
    visit ${text} not null,
    number ${int} not null,
    created_at ${big} not null,
    primary key (share_id, visit)
  ) ${strict}`.execute(db);
  await sql`create table share_downloads (
    share_id ${text} not null references shares (id) on delete cascade,
    visit ${text} not null,
    subject ${text} not null,
    created_at ${big} not null,
    primary key (share_id, visit, subject)
  ) ${strict}`.execute(db);
  await sql`create index share_downloads_age on share_downloads (created_at)`.execute(db);

  await sql`create table share_deeds (
    id ${text} primary key,
    share_id ${text} not null references shares (id) on delete cascade,
    kind ${text} not null check (kind in ('uploaded', 'created', 'renamed', 'moved', 'removed')),
    at ${big} not null,
    visit ${int} not null,
    count ${int} not null,
    name ${text} not null,
    to_name ${text},
    item_id ${text},
    parent_id ${text},
    color ${text},
    emoji ${text},
    replaced_id ${text},
    operation_id ${text},
    reverted_at ${big}
  ) ${strict}`.execute(db);
  await sql`create index share_deeds_share on share_deeds (share_id, id)`.execute(db);
  await sql`create index share_deeds_standing on share_deeds (share_id, id) where reverted_at is null`.execute(
    db,
  );
  await sql`create index share_deeds_operation on share_deeds (operation_id) where operation_id is not null`.execute(
    db,
  );

  await sql`create table file_requests (
    id ${text} primary key,
    token ${text} not null,
    owner_id ${text} not null references users (id) on delete cascade,
    folder_id ${text} not null,
    name ${text} not null,
    note ${text} not null,
    deadline ${big},
    max_files ${int},
    max_size ${big},
    files ${int} not null default 0,
    size ${big} not null default 0,
    unseen ${int} not null default 0,
    created_at ${big} not null,
    closed_at ${big}
  ) ${strict}`.execute(db);
  await sql`create unique index file_requests_token on file_requests (token)`.execute(db);
  await sql`create index file_requests_owner on file_requests (owner_id, id)`.execute(db);
  await sql`create table received_files (
    id ${text} primary key,
    request_id ${text} not null references file_requests (id) on delete cascade,
    visit ${text} not null,
    name ${text} not null,
    size ${big} not null,
    sha256 ${text} not null,
    at ${big} not null,
    told_at ${big}
  ) ${strict}`.execute(db);
  await sql`create index received_files_visit on received_files (request_id, visit, id)`.execute(db);
  await sql`create index received_files_untold on received_files (request_id, visit) where told_at is null`.execute(
    db,
  );
};
