import { Kysely } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { createPostgresDialect, type PostgresOptions } from '#db/dialects/postgres.ts';
import { createSqliteDialect } from '#db/dialects/sqlite.ts';

export type DatabaseChoice =
  | { readonly kind: 'sqlite'; readonly path: string; readonly readOnly?: boolean }
  | ({ readonly kind: 'postgres' } & PostgresOptions);

/** Opens a database; `db.destroy()` closes it. The schema is brought up by `migrate`. */
export const openDatabase = (choice: DatabaseChoice): Db =>
  new Kysely<Tables>({
    dialect:
      choice.kind === 'sqlite'
        ? createSqliteDialect(choice.path, choice.readOnly)
        : createPostgresDialect(choice),
  });
