import { PostgresDialect } from 'kysely';
import pg from 'pg';

const int8 = 20;
const numeric = 1700;

// Sizes and times stay below 2^53, so they are numbers here as they are in SQLite.
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);
types.setTypeParser(numeric, Number);

export interface PostgresOptions {
  /** `postgres://user:password@host:port/name` */
  readonly url: string;
  /** A schema other than `public`: tests keep to one each. */
  readonly schema?: string;
  /** Connections at the most. */
  readonly poolSize?: number;
  /** Called when an idle connection breaks, e.g. while the server restarts. */
  readonly onIdleError?: (error: Error) => void;
}

/** Kysely on PostgreSQL through a connection pool; broken connections are replaced. */
export const createPostgresDialect = ({
  url,
  schema,
  poolSize = 10,
  onIdleError,
}: PostgresOptions): PostgresDialect => {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    types,
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  });
  // Without a listener the error of a broken connection would end the process: the pool listens to
  // idle ones, and nobody to one that is inside a transaction (whose queries reject by themselves).
  pool.on('error', (error) => onIdleError?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
};
