import { Kysely } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { createPostgresDialect, type PostgresOptions } from '#db/dialects/postgres.ts';
import { createSqliteDialect, type SqliteOptions } from '#db/dialects/sqlite.ts';

export type DatabaseChoice =
  | ({ readonly kind: 'sqlite'; readonly path: string } & SqliteOptions)
  | ({ readonly kind: 'postgres' } & PostgresOptions);

/** Opens a database; `db.destroy()` closes it. The schema is brought up by `migrate`. */
export const openDatabase = (choice: DatabaseChoice): Db =>
  new Kysely<Tables>({
    dialect:
      choice.kind === 'sqlite' ? createSqliteDialect(choice.path, choice) : createPostgresDialect(choice),
  });
