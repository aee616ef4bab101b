import { type Dialect, Kysely } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { createPostgresDialect, type PostgresOptions } from '#db/dialects/postgres.ts';
import { isDiskFull } from '#db/errors.ts';
import { recordOutOfSpace } from '#db/out-of-space.ts';
import { createSqliteDialect, type SqliteOptions } from '#db/dialects/sqlite.ts';

export type PostgresChoice = { readonly kind: 'postgres' } & PostgresOptions;
export type DatabaseChoice =
  | ({ readonly kind: 'sqlite'; readonly path: string } & SqliteOptions)
  | PostgresChoice;

/** Opens a database on PostgreSQL. Statements that find its disk full are noted. */
export const openOn = (dialect: Dialect): Db => {
  const db: Db = new Kysely<Tables>({
    dialect,
    log: (event) => {
      if (event.level === 'error' && isDiskFull(event.error)) recordOutOfSpace(db);
    },
  });
  return db;
};

/** Opens a database; `db.destroy()` closes it. The schema is brought up by `migrate`. */
export const openDatabase = (choice: DatabaseChoice): Db => {
  // For a database that is a file, the space reserve checks the disk.
  if (choice.kind === 'sqlite')
    return new Kysely<Tables>({ dialect: createSqliteDialect(choice.path, choice) });
  return openOn(createPostgresDialect(choice));
};
