import { sql } from 'kysely';
import { contentsOf, type DatabaseState } from '#db/check/contents.ts';
import { type Attempt, type Fault, fault, faultOf } from '#db/check/faults.ts';
import { tryCreating } from '#db/check/try-creating.ts';
import type { Db } from '#db/database.ts';
import type { PostgresOptions } from '#db/dialects/postgres.ts';
import { openDatabase } from '#db/open-database.ts';
import { isCertificate } from '#lib/is-certificate.ts';
import { postgresPlaceOf } from '#lib/postgres-url.ts';

/** The oldest that is tried; as PostgreSQL numbers itself. */
const oldestVersion = 140_000;

export interface Usable {
  readonly ok: true;
  readonly state: DatabaseState;
  /** The server's version. */
  readonly version: string;
  /** True where the connection is encrypted; undefined where it does not leave the machine. */
  readonly tls: boolean | undefined;
}
export type DatabaseCheck = Usable | Fault;

interface Server {
  readonly number: number;
  readonly version: string;
  readonly encoding: string;
  readonly readOnly: boolean;
  readonly schema: string | null;
  readonly tls: boolean;
}

const lookAtServer = async (db: Db): Promise<Server> => {
  const { rows } = await sql<Server>`select
    current_setting('server_version_num')::integer as number,
    current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "readOnly",
    current_schema() as schema,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as tls`.execute(db);
  const server = rows[0];
  if (server === undefined) throw new Error('the server said nothing of itself');
  return server;
};

const unfit = ({ number, version, encoding, readOnly, schema }: Server, user: string): Fault | undefined => {
  if (number < oldestVersion)
    return fault('too_old', 'host', `This is PostgreSQL ${version}; Holdall needs 14 or newer.`);
  if (encoding !== 'UTF8')
    return fault(
      'encoding',
      'database',
      `This database keeps texts as ${encoding}, which cannot hold every name. Create one with the encoding UTF8.`,
    );
  if (readOnly)
    return fault('read_only', 'host', 'This server is a read-only replica. Use the primary server.');
  if (schema === null)
    return fault(
      'no_schema',
      'user',
      `The user ${user} has no schema to create tables in. Ask the administrator to run, in this database: grant create, usage on schema public to "${user}";`,
    );
  return undefined;
};

const attemptOf = ({ url, tls }: PostgresOptions): Attempt => {
  const place = postgresPlaceOf(url);
  return {
    host: place?.host ?? 'the server',
    port: place?.port ?? 0,
    database: place?.database ?? '',
    user: place?.user ?? '',
    tls,
  };
};

/**
 * Tries a database as it will be used: connects, inspects the schema, and creates objects in a transaction that
 * is rolled back. Its content stays unchanged.
 */
export const checkPostgres = async (options: PostgresOptions): Promise<DatabaseCheck> => {
  const attempt = attemptOf(options);
  const { ca, tls } = options;
  if (ca !== undefined && !isCertificate(ca))
    return fault('ca_invalid', 'ca', 'This is no certificate. It begins with -----BEGIN CERTIFICATE-----.');
  if (tls === 'verify-ca' && ca === undefined)
    return fault('ca_invalid', 'ca', 'verify-ca needs the certificate of the authority.');
  let db: Db | undefined;
  try {
    db = openDatabase({ kind: 'postgres', ...options, poolSize: 1 });
    const server = await lookAtServer(db);
    const wrong = unfit(server, attempt.user);
    if (wrong !== undefined) return wrong;
    const contents = await contentsOf(db);
    if (typeof contents !== 'string') return contents;
    const refused = await tryCreating(db, attempt);
    return refused ?? { ok: true, state: contents, version: server.version, tls: server.tls };
  } catch (error) {
    return faultOf(error, attempt);
  } finally {
    await db?.destroy();
  }
};
