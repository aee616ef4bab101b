import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Users, sessions, settings, items, blobs and unfinished uploads. Frozen once landed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  // Names and keys are compared bytewise on both databases, regardless of the server's locale.
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table settings (
    name ${text} primary key,
    value ${text} not null,
    updated_at ${big} not null
  ) ${strict}`.execute(db);

  await sql`create table users (
    id ${text} primary key,
    email ${text} not null,
    email_key ${text} not null,
    password_hash ${text} not null,
    role ${text} not null check (role in ('admin', 'user')),
    status ${text} not null default 'active' check (status in ('active', 'suspended')),
    color ${text} not null,
    can_upload ${int} not null default 1,
    can_download ${int} not null default 1,
    can_create_folder ${int} not null default 1,
    restriction_reason ${text},
    items_count ${int} not null default 0,
    files_count ${int} not null default 0,
    files_size ${big} not null default 0,
    created_at ${big} not null,
    updated_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create unique index users_email on users (email_key)`.execute(db);

  await sql`create table user_settings (
    user_id ${text} primary key references users (id) on delete cascade,
    first_name ${text} not null default '',
    last_name ${text} not null default '',
    theme_mode ${text} check (theme_mode in ('light', 'dark', 'system')),
    emoji_type ${text} check (emoji_type in ('twemoji', 'applemoji')),
    locale ${text}
  ) ${strict}`.execute(db);

  await sql`create table sessions (
    token_hash ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    remember ${int} not null,
    created_at ${big} not null,
    last_seen_at ${big} not null,
    expires_at ${big} not null,
    address ${text} not null,
    user_agent ${text} not null
  ) ${strict}`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);

  await sql`create table rate_limits (
    key ${text} primary key,
    window_start ${big} not null,
    count ${int} not null
  ) ${strict}`.execute(db);
  await sql`create index rate_limits_window on rate_limits (window_start)`.execute(db);

  await sql`create table blobs (
    id ${text} primary key,
    key ${text} not null,
    size ${big} not null check (size >= 0),
    sha256 ${text} not null,
    crc32 ${big} not null,
    created_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create unique index blobs_key on blobs (key)`.execute(db);

  await sql`create table items (
    id ${text} primary key,
    owner_id ${text} not null references users (id),
    parent_id ${text} references items (id),
    container_id ${text} not null generated always as (coalesce(parent_id, owner_id)) stored,
    type ${text} not null check (type in ('folder', 'file')),
    name ${text} not null,
    sort_key ${text} not null,
    color ${text},
    emoji ${text},
    blob_id ${text} references blobs (id),
    size ${big} not null default 0 check (size >= 0),
    mimetype ${text},
    category ${text},
    items_count ${int} not null default 0,
    files_count ${int} not null default 0,
    files_size ${big} not null default 0,
    created_at ${big} not null,
    updated_at ${big} not null,
    deleted_at ${big},
    trashed_by ${text},
    check ((type = 'file') = (blob_id is not null))
  ) ${strict}`.execute(db);
  await sql`create unique index items_siblings on items (container_id, name) where deleted_at is null`.execute(
    db,
  );
  // One index for each sort; they also answer counts and sums without touching the table.
  await sql`create index items_by_created_at on items (container_id, type, created_at, id) where deleted_at is null`.execute(
    db,
  );
  await sql`create index items_by_name on items (container_id, type, sort_key, id) where deleted_at is null`.execute(
    db,
  );
  await sql`create index items_by_size on items (container_id, type, size, id) where deleted_at is null`.execute(
    db,
  );
  await sql`create index items_by_updated_at on items (container_id, type, updated_at, id) where deleted_at is null`.execute(
    db,
  );
  await sql`create index items_owner on items (owner_id)`.execute(db);
  await sql`create index items_parent on items (parent_id)`.execute(db);
  await sql`create index items_blob on items (blob_id)`.execute(db);

  await sql`create table upload_sessions (
    id ${text} primary key,
    principal ${text} not null,
    name ${text} not null,
    parent_id ${text},
    path ${text} not null,
    file_name ${text} not null,
    on_conflict ${text} not null check (on_conflict in ('rename', 'replace', 'refuse')),
    size ${big},
    staging_key ${text} not null,
    received ${big} not null default 0 check (received >= 0),
    state ${text} not null default 'open' check (state in ('open', 'finished')),
    item_id ${text},
    last_modified ${big},
    created_at ${big} not null,
    updated_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create unique index upload_sessions_name on upload_sessions (principal, name)`.execute(db);
  await sql`create index upload_sessions_updated_at on upload_sessions (updated_at)`.execute(db);
};
