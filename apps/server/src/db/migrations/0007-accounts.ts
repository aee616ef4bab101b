import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Credentials of accounts, the audit log, and settings of administrators. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  const real = sql.raw(postgres ? 'double precision' : 'real');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table pictures (
    id ${text} primary key,
    key ${text} not null,
    pictures ${text} not null,
    created_at ${big} not null,
    removed_at ${big}
  ) ${strict}`.execute(db);
  await sql`create index pictures_removed on pictures (removed_at) where removed_at is not null`.execute(db);

  await sql`alter table users add column avatar_id ${text}`.execute(db);
  await sql`alter table users add column suspended_reason ${text}`.execute(db);
  await sql`alter table users add column seen_at ${big}`.execute(db);
  await sql`alter table users add column deleting_at ${big}`.execute(db);
  await sql`create index users_created_at on users (created_at, id)`.execute(db);
  await sql`create index users_admins on users (id) where role = 'admin'`.execute(db);
  await sql`create index users_deleting on users (deleting_at) where deleting_at is not null`.execute(db);
  await sql`alter table user_settings add column country ${text}`.execute(db);
  await sql`alter table user_settings add column timezone ${real}`.execute(db);

  await sql`create table two_factor (
    user_id ${text} primary key references users (id) on delete cascade,
    secret ${text} not null,
    created_at ${big} not null,
    confirmed_at ${big},
    last_step ${big}
  ) ${strict}`.execute(db);
  await sql`create table recovery_codes (
    user_id ${text} not null references users (id) on delete cascade,
    code_hash ${text} not null,
    used_at ${big},
    primary key (user_id, code_hash)
  ) ${strict}`.execute(db);
  await sql`create table sign_in_challenges (
    token_hash ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    remember ${int} not null,
    wrong ${int} not null default 0,
    created_at ${big} not null,
    expires_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create index sign_in_challenges_user on sign_in_challenges (user_id)`.execute(db);
  await sql`create index sign_in_challenges_expiry on sign_in_challenges (expires_at)`.execute(db);

  await sql`create table api_tokens (
    id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    name ${text} not null,
    token_hash ${text} not null,
    scope ${text} not null check (scope in ('read', 'write')),
    created_at ${big} not null,
    last_used_at ${big},
    expires_at ${big}
  ) ${strict}`.execute(db);
  await sql`create unique index api_tokens_hash on api_tokens (token_hash)`.execute(db);
  await sql`create index api_tokens_user on api_tokens (user_id, id)`.execute(db);
  await sql`create index api_tokens_expiry on api_tokens (expires_at) where expires_at is not null`.execute(
    db,
  );

  await sql`create table mailed_links (
    token_hash ${text} primary key,
    kind ${text} not null check (kind in ('password', 'registration', 'email')),
    user_id ${text} references users (id) on delete cascade,
    email ${text} not null,
    email_key ${text} not null,
    payload ${text},
    created_at ${big} not null,
    expires_at ${big} not null,
    used_at ${big}
  ) ${strict}`.execute(db);
  await sql`create index mailed_links_user on mailed_links (user_id, kind)`.execute(db);
  await sql`create index mailed_links_email on mailed_links (email_key, kind)`.execute(db);
  await sql`create index mailed_links_expiry on mailed_links (expires_at)`.execute(db);

  await sql`create table activity (
    id ${text} primary key,
    at ${big} not null,
    kind ${text} not null,
    actor_id ${text},
    user_id ${text},
    address ${text},
    user_agent ${text},
    details ${text} not null
  ) ${strict}`.execute(db);
  await sql`create index activity_actor on activity (actor_id, id) where actor_id is not null`.execute(db);
  await sql`create index activity_user on activity (user_id, id) where user_id is not null`.execute(db);
  await sql`create index activity_kind on activity (kind, id)`.execute(db);
  // The log is append-only, whatever mistake a later version makes.
  if (postgres) {
    await sql`create function activity_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'activity is append-only'; end $$`.execute(db);
    await sql`create trigger activity_append_only before update or delete or truncate on activity
      for each statement execute function activity_is_append_only()`.execute(db);
  } else {
    for (const change of ['update', 'delete']) {
      await sql`create trigger ${sql.raw(`activity_no_${change}`)} before ${sql.raw(change)} on activity
        begin select raise(abort, 'activity is append-only'); end`.execute(db);
    }
  }
};
