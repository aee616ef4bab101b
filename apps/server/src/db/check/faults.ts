import { isCertificateError } from '#lib/certificate-error.ts';
import type { TlsMode } from '#lib/postgres-url.ts';

export type DatabaseFault =
  | 'bad_name'
  | 'host_not_found'
  | 'refused'
  | 'unreachable'
  | 'no_answer'
  | 'not_postgres'
  | 'tls_unsupported'
  | 'tls_required'
  | 'tls_untrusted'
  | 'tls_name'
  | 'ca_invalid'
  | 'password'
  | 'not_admitted'
  | 'database_missing'
  | 'busy'
  | 'too_old'
  | 'encoding'
  | 'read_only'
  | 'no_schema'
  | 'rights'
  | 'extension'
  | 'foreign_tables'
  | 'newer'
  | 'not_a_database'
  | 'unknown';

/** The field of a form that the fault is about. */
export type DatabaseField = 'host' | 'port' | 'database' | 'user' | 'password' | 'tls' | 'ca';

export interface Fault {
  readonly ok: false;
  readonly fault: DatabaseFault;
  readonly field: DatabaseField | undefined;
  /** The fault and its remedy, for the person who chooses the database. It contains no password. */
  readonly sentence: string;
  /** The foreign tables, for `foreign_tables`. */
  readonly tables: readonly string[];
}

export const fault = (code: DatabaseFault, field: DatabaseField | undefined, sentence: string): Fault => ({
  ok: false,
  fault: code,
  field,
  sentence,
  tables: [],
});

/** The attempted connection, for naming it in the fault. */
export interface Attempt {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly tls: TlsMode | undefined;
}

/** A name with several addresses fails with the errors of all of them. */
const innermost = (error: unknown): Error => {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error instanceof Error ? error : new Error('unknown reason');
};

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

const ofNetwork = (code: string, { host, port }: Attempt): Fault | undefined => {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fault('host_not_found', 'host', `There is no server called ${host}. Check the host name.`);
    case 'ECONNREFUSED':
      return fault(
        'refused',
        'port',
        `Nothing listens at port ${port} of ${host}. Check the port, and whether PostgreSQL runs and listens on the network.`,
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EACCES':
      return fault('unreachable', 'host', `${host} can’t be reached from this server. Check the network.`);
    case 'ETIMEDOUT':
      return fault(
        'no_answer',
        'host',
        `${host} didn’t respond on port ${port}. A firewall may be in the way.`,
      );
    default:
      return undefined;
  }
};

const ofTls = (error: Error, code: string, { host }: Attempt): Fault | undefined => {
  if (/does not support SSL/.test(error.message))
    return fault(
      'tls_unsupported',
      'tls',
      `${host} does not offer TLS. Switch it on there, or choose “disable”.`,
    );
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return fault(
      'tls_name',
      'tls',
      `The certificate of the server is not for ${host}. Use the name in the certificate, or “verify-ca”.`,
    );
  if (isCertificateError(code))
    return fault(
      'tls_untrusted',
      'ca',
      `The certificate of ${host} is not signed by an authority that is trusted (${code}). Give the certificate of its authority.`,
    );
  if (/^(ERR_SSL|EPROTO|ERR_OSSL)/.test(code) || /establishing an SSL connection/.test(error.message))
    return fault(
      'tls_unsupported',
      'tls',
      `${host} and this server could not agree on TLS (${error.message}).`,
    );
  return undefined;
};

const ofSignIn = (error: Error, code: string, attempt: Attempt): Fault | undefined => {
  const { database, user, tls } = attempt;
  if (code === '28P01' || /^SASL: .*password/.test(error.message))
    return fault('password', 'password', `The server didn’t accept this password for the user ${user}.`);
  if (code === '3D000')
    return fault(
      'database_missing',
      'database',
      `There is no database called ${database}. Create it first: create database "${database}" owner "${user}";`,
    );
  if (
    code.startsWith('28') &&
    (tls ?? 'disable') === 'disable' &&
    /no encryption|SSL off/.test(error.message)
  )
    return fault(
      'tls_required',
      'tls',
      `The server does not let the user ${user} in without TLS. Choose “require” or stricter. It said: ${error.message}.`,
    );
  if (code.startsWith('28') || code === '42501')
    return fault('not_admitted', 'user', `The server does not let the user ${user} in: ${error.message}.`);
  if (/^(53|57P)/.test(code))
    return fault('busy', undefined, `The server takes no connections at the moment: ${error.message}.`);
  return undefined;
};

/** Maps a failed connection to a fault. */
export const faultOf = (failure: unknown, attempt: Attempt): Fault => {
  const error = innermost(failure);
  const code = codeOf(error);
  const known = ofNetwork(code, attempt) ?? ofTls(error, code, attempt) ?? ofSignIn(error, code, attempt);
  if (known !== undefined) return known;
  if (/timeout/i.test(error.message))
    return fault(
      'no_answer',
      'host',
      `${attempt.host} didn’t respond on port ${attempt.port}. A firewall may be in the way.`,
    );
  if (
    /Connection terminated|ECONNRESET|invalid response|unexpected message/i.test(`${error.message} ${code}`)
  )
    return fault(
      'not_postgres',
      'port',
      `What answers at port ${attempt.port} of ${attempt.host} does not behave like PostgreSQL. Check the port.`,
    );
  return fault('unknown', undefined, `The database cannot be used: ${error.message}.`);
};
