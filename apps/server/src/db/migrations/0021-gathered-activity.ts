import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Entries that stand for several events, and entries that have had their time. What was written down still does not change:
 * only a gathered entry grows, and only what is older than 29 days goes, a day less than the shortest retention, because
 * clocks differ.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const big = sql.raw(postgres ? 'bigint' : 'integer');

  await sql`alter table activity add column count ${big} not null default 1`.execute(db);
  await sql`alter table activity add column last_at ${big}`.execute(db);
  await sql`alter table activity add column gathered_key ${text}`.execute(db);
  await sql`create unique index activity_gathered on activity (gathered_key) where gathered_key is not null`.execute(
    db,
  );
  const kept = ['id', 'kind', 'actor_id', 'user_id', 'address', 'user_agent', 'details', 'gathered_key'];
  const same = postgres ? 'is not distinct from' : 'is';
  const grows = `old.gathered_key is not null and new.count > old.count and new.at <= old.at
    and new.last_at >= old.last_at and ${kept.map((name) => `new.${name} ${same} old.${name}`).join(' and ')}`;
  if (postgres) {
    await sql`drop trigger activity_append_only on activity`.execute(db);
    await sql`create function activity_may_grow() returns trigger language plpgsql as $$
      begin
        if ${sql.raw(grows)} then return new; end if;
        raise exception 'activity is append-only';
      end $$`.execute(db);
    await sql`create function activity_may_expire() returns trigger language plpgsql as $$
      begin
        if old.at < (extract(epoch from now()) - 29 * 86400) * 1000 then return old; end if;
        raise exception 'activity is append-only';
      end $$`.execute(db);
    await sql`create trigger activity_no_update before update on activity
      for each row execute function activity_may_grow()`.execute(db);
    await sql`create trigger activity_no_delete before delete on activity
      for each row execute function activity_may_expire()`.execute(db);
    await sql`create trigger activity_no_truncation before truncate on activity
      for each statement execute function activity_is_append_only()`.execute(db);
    return;
  }
  await sql`drop trigger activity_no_update`.execute(db);
  await sql`drop trigger activity_no_delete`.execute(db);
  await sql`create trigger activity_no_update before update on activity when not (${sql.raw(grows)})
    begin select raise(abort, 'activity is append-only'); end`.execute(db);
  await sql`create trigger activity_no_delete before delete on activity
    when old.at >= (unixepoch() - 29 * 86400) * 1000
    begin select raise(abort, 'activity is append-only'); end`.execute(db);
};
