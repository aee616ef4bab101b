import { isIPv6 } from 'node:net';

/** TLS modes by libpq's names; the last two verify the server's identity. */
export const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof tlsModes)[number];

export interface PostgresPlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** An address without its TLS options, which the driver would interpret differently. */
export interface PostgresAddress {
  readonly url: string;
  /** Undefined: the address names no mode. */
  readonly tls: TlsMode | undefined;
  /** A file with the certificate of the authority. */
  readonly caFile: string | undefined;
}

export const defaultPostgresPort = 5432;

/** Names of databases that an address can carry: the driver would read the others otherwise. */
const postgresDatabaseName = /^[^;/?:@&=+$,#%\s\p{Cc}]{1,63}$/u;

/** The fault of an address or a part of it, as the end of a sentence. */
export class PostgresUrlError extends Error {
  override readonly name = 'PostgresUrlError';
  readonly part: 'url' | 'host' | 'database';

  constructor(part: PostgresUrlError['part'], reason: string) {
    super(reason);
    this.part = part;
  }
}

const modeOf = (text: string | null, caFile: string | null): TlsMode | undefined => {
  if (text === null) return caFile === null ? undefined : 'verify-full';
  const mode = tlsModes.find((known) => known === text);
  if (mode === undefined) throw new PostgresUrlError('url', `sslmode must be one of ${tlsModes.join(', ')}`);
  return mode;
};

/** Reads `postgres://user:password@host:port/name?sslmode=…&sslrootcert=FILE`. @throws PostgresUrlError */
export const readPostgresUrl = (text: string): PostgresAddress => {
  if (!/^postgres(ql)?:\/\/./.test(text)) throw new PostgresUrlError('url', 'must begin with postgres://');
  let url;
  try {
    url = new URL(text);
  } catch {
    // Addresses of sockets, which only the driver can read.
    return { url: text, tls: undefined, caFile: undefined };
  }
  const { searchParams } = url;
  const caFile = searchParams.get('sslrootcert');
  const tls = modeOf(searchParams.get('sslmode'), caFile);
  if (tls === 'verify-ca' && caFile === null)
    throw new PostgresUrlError(
      'url',
      'sslmode=verify-ca needs sslrootcert, the certificate of the authority',
    );
  if (tls === undefined) return { url: text, tls, caFile: undefined };
  for (const name of ['sslmode', 'sslrootcert', 'uselibpqcompat']) searchParams.delete(name);
  return { url: url.href, tls, caFile: caFile ?? undefined };
};

/** A host's name or its IPv4 address: nothing that could be read as another part of an address. */
const hostShape = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i;

/** The address of a database whose parts were given one by one. @throws PostgresUrlError where one cannot be a part */
export const postgresUrlOf = ({ host, port, database, user, password }: PostgresPlace): string => {
  if (!hostShape.test(host) && !isIPv6(host))
    throw new PostgresUrlError('host', 'is no host name or IP address');
  if (!postgresDatabaseName.test(database))
    throw new PostgresUrlError('database', 'has signs that names of databases may not have here');
  const name = isIPv6(host) ? `[${host}]` : host;
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`;
  return `postgres://${encodeURIComponent(user)}${secret}@${name}:${port}/${encodeURI(database)}`;
};

/** The parts of an address; undefined where it names no host. */
export const postgresPlaceOf = (text: string): PostgresPlace | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.hostname === '') return undefined;
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPostgresPort : Number(url.port),
    database: decodeURI(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
};

/** Says which database it is, without its password. */
export const describePostgresUrl = (text: string): string => {
  const place = postgresPlaceOf(text);
  if (place === undefined) return 'PostgreSQL';
  const { host, port, database, user } = place;
  return `${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
};
