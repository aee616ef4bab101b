import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Browsers that an account has been signed in to with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table known_devices (
    token_hash ${text} not null primary key,
    user_id ${text} not null references users (id) on delete cascade,
    expires_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create index known_devices_user on known_devices (user_id, expires_at)`.execute(db);
  await sql`create index known_devices_expiry on known_devices (expires_at)`.execute(db);
};
