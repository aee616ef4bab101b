import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { migrations } from '#db/migrate.ts';
import { isPostgres } from '#db/dialect.ts';
import type { IntrospectedSchema } from '#db/schema-introspection.ts';
import { hasTable } from '#db/copy/marker.ts';

/** A refusal to copy from or into a database; its message is a sentence. */
export class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError';
}

const nodeName = 'holdall events';

/** Every server on PostgreSQL has one connection that listens to events. */
const refuseWhileServed = async (db: Db): Promise<void> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = ${nodeName}`.execute(
    db,
  );
  if (rows.length > 0)
    throw new CopyRefusedError('A server is running on this database; stop all of them first.');
};

/**
 * Looks again before what was copied is taken into use: a server or a command that waits for the held tables would go
 * on in what was left behind.
 *
 * @throws CopyRefusedError
 */
export const refuseWhileWanted = async (held: Db, { tables }: IntrospectedSchema): Promise<void> => {
  if (!isPostgres(held)) return;
  await refuseWhileServed(held);
  const names = sql.join(tables.map(({ name }) => name));
  const { rows } = await sql`
    select 1 from pg_locks join pg_class on pg_class.oid = relation
    where not granted and mode <> 'ShareUpdateExclusiveLock' -- PostgreSQL's own cleaning up
      and database = (select oid from pg_database where datname = current_database())
      and relnamespace = current_schema()::regnamespace and relname in (${names}) limit 1`.execute(held);
  if (rows.length > 0)
    throw new CopyRefusedError(
      'Something has begun to use the database that was copied; stop it, and run the command again with --restart.',
    );
};

const refuseOtherVersion = async (db: Db): Promise<void> => {
  const applied = (await hasTable(db, 'kysely_migration'))
    ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows
    : [];
  const known = Object.keys(migrations);
  if (applied.length === known.length && applied.every(({ name }, index) => name === known[index])) return;
  throw new CopyRefusedError(
    'The database to copy is not of this version of Holdall; start this version on it once, then stop it.',
  );
};

/**
 * Reads a database as it is at one moment. PostgreSQL refuses writes meanwhile; the locks of the data directory
 * guard SQLite's file.
 */
export const holdSource = async <T>(
  source: Db,
  { tables }: IntrospectedSchema,
  work: (held: Db) => Promise<T>,
): Promise<T> =>
  source.connection().execute(async (held) => {
    const postgres = isPostgres(held);
    if (postgres) await refuseWhileServed(held);
    await refuseOtherVersion(held);
    await (postgres ? sql`begin isolation level repeatable read` : sql`begin deferred`).execute(held);
    try {
      if (postgres) {
        await sql`set local lock_timeout = '10s'`.execute(held);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
        const names = sql.join(tables.map(({ name }) => sql.table(name)));
        await sql`lock table ${names} in share mode`.execute(held);
      }
      return await work(held);
    } finally {
      // Nothing was written; a broken connection has rolled back already.
      await sql`rollback`.execute(held).catch(() => undefined);
    }
  });
