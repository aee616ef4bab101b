import { Socket } from 'node:net';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { TlsMode } from '#lib/postgres-url.ts';

const int8 = 20;
const numeric = 1700;

// Sizes and times stay below 2^53, so they can be numbers, as in SQLite.
const types = new pg.TypeOverrides();
types.setTypeParser(int8, Number);
types.setTypeParser(numeric, Number);

/** Address of the database. */
export interface PostgresSource {
  /** `postgres://user:password@host:port/name` */
  readonly url: string;
  /** Absent: the mode of the address; without one, no TLS. */
  readonly tls?: TlsMode | undefined;
  /** PEM: the authority that the server's certificate is checked by, instead of the public ones. */
  readonly ca?: string | undefined;
  /** A schema other than `public`: each test has its own. */
  readonly schema?: string | undefined;
}

export interface PostgresOptions extends PostgresSource {
  /** Connections of the pool at the most. */
  readonly poolSize?: number;
  /** Called when an idle connection breaks, e.g. while the server restarts. */
  readonly onIdleError?: (error: Error) => void;
}

/** Maps the modes as libpq does: where an authority is given, the certificate is checked by it. */
const tlsOf = (mode: TlsMode, ca: string | undefined): pg.ClientConfig['ssl'] => {
  if (mode === 'disable') return false;
  if (mode === 'verify-full') return ca === undefined ? {} : { ca };
  if (ca === undefined) return { rejectUnauthorized: false };
  return { ca, checkServerIdentity: () => undefined };
};

/** Converts a URL and its TLS options to the driver's options. */
const connectionTo = ({ url, tls, ca, schema }: PostgresSource): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 5_000,
  ...(tls === undefined ? {} : { ssl: tlsOf(tls, ca) }),
  ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
});

/** Milliseconds without an answer after which an open connection counts as broken. */
const answerWithin = 5_000;

/** A connection of its own, outside the pool, for what has to be heard all the time. It is not open yet. */
export const createPostgresClient = (place: PostgresSource): pg.Client =>
  new pg.Client({
    ...connectionTo(place),
    query_timeout: answerWithin,
    keepAlive: true,
    application_name: 'holdall events',
  });

/** Kysely on PostgreSQL through a connection pool; broken connections are replaced. */
export const createPostgresDialect = ({
  url,
  tls,
  ca,
  schema,
  poolSize = 10,
  onIdleError,
}: PostgresOptions): PostgresDialect => {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    ...connectionTo({ url, tls, ca, schema }),
    max: poolSize,
    types,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // Without a listener the error of a broken connection would end the process: the pool listens only to idle
  // connections, not to those inside a transaction (whose queries reject by themselves).
  pool.on('error', (error) => onIdleError?.(error));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const endPool = pool.end.bind(pool);
  const end = async (): Promise<void> => {
    await endPool();
    // A client that fails during authentication leaves its socket open.
    for (const socket of sockets) socket.destroy();
  };
  return new PostgresDialect({ pool: Object.assign(pool, { end }) });
};
