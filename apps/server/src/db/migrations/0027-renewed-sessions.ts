import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The token that a session had before it was renewed, which is good for a few seconds more. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  await sql`alter table sessions add column former_hash ${text}`.execute(db);
  await sql`alter table sessions add column former_until ${big}`.execute(db);
  await sql`create index sessions_former on sessions (former_hash) where former_hash is not null`.execute(db);
};
