import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Fault, fault } from '#db/check/faults.ts';
import type { Db } from '#db/database.ts';

/** The lock of the migrations: two processes at once would both create the extensions. */
const extensionLock = 7_205_180_403;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown reason');

const createObjects = async (trx: Db): Promise<void> => {
  const name = `holdall_check_${randomBytes(6).toString('hex')}`;
  await sql`create table ${sql.table(name)} (
    id text collate "C" primary key, size bigint not null, twice bigint generated always as (size * 2) stored
  )`.execute(trx);
  await sql`create index on ${sql.table(name)} (size, id) where size > 0`.execute(trx);
  await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
    trx,
  );
  await sql`create trigger ${sql.ref(name)} after insert on ${sql.table(name)}
    for each statement execute function ${sql.ref(name)}()`.execute(trx);
  await sql`insert into ${sql.table(name)} (id, size) values ('a', 1)`.execute(trx);
};

const createExtensions = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(extensionLock)})`.execute(trx);
  const { rows } = await sql`select 1 from pg_namespace where nspname = 'public'`.execute(trx);
  const place = sql.raw(rows.length > 0 ? 'schema public' : '');
  for (const name of ['pg_trgm', 'btree_gin'])
    await sql`create extension if not exists ${sql.ref(name)} ${place}`.execute(trx);
};

/** Makes, of everything that the migrations make, one, and takes it all back. */
export const tryCreating = async (
  db: Db,
  { user, database }: { readonly user: string; readonly database: string },
): Promise<Fault | undefined> => {
  const trx = await db.startTransaction().execute();
  try {
    try {
      await createObjects(trx);
    } catch (error) {
      return fault(
        'rights',
        'user',
        `The user ${user} may not create tables in the database ${database} (${messageOf(error)}). Ask its administrator to run: alter database "${database}" owner to "${user}"; or, in this database: grant create, usage on schema public to "${user}";`,
      );
    }
    try {
      await createExtensions(trx);
    } catch (error) {
      return fault(
        'extension',
        'database',
        `Searching needs two extensions of PostgreSQL that the user ${user} may not create (${messageOf(error)}). Ask its administrator to run, in this database: create extension pg_trgm; create extension btree_gin;`,
      );
    }
    return undefined;
  } finally {
    await trx.rollback().execute();
  }
};
