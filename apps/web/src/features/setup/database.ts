import type { SentSetupDatabase, SetupKept } from '@holdall/contract/setup';
import { ApiError } from '#shared/api/api-error.ts';
import { hasText, text, type Translate } from '#shared/i18n/messages.ts';
import { isPort } from '#shared/lib/is-port.ts';
import type { Faults } from '#shared/lib/use-form.ts';

export const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** Draft of a database. */
export interface DatabaseDraft {
  readonly connection: 'sqlite' | 'postgres';
  readonly host: string;
  readonly port: string;
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly tls: (typeof tlsModes)[number];
  /** PEM */
  readonly ca: string;
}

const emptyDatabase: DatabaseDraft = {
  connection: 'sqlite',
  host: '',
  port: '5432',
  name: 'holdall',
  username: 'holdall',
  password: '',
  tls: 'disable',
  ca: '',
};

/** Returns the initial values. */
export const databaseDraftOf = (kept: SetupKept['database']): DatabaseDraft => {
  if (kept.connection === 'sqlite') return emptyDatabase;
  const { connection, host, port, name, username, tls, ca } = kept;
  return { connection, host, port: String(port), name, username, password: '', tls, ca: ca ?? '' };
};

/** Reports whether the server's certificate is verified, perhaps by a custom authority. */
export const isVerifying = ({ tls }: Pick<DatabaseDraft, 'tls'>): boolean => tls.startsWith('verify');

/** Returns the request body. */
export const databaseOf = (draft: DatabaseDraft): SentSetupDatabase => {
  if (draft.connection === 'sqlite') return { connection: 'sqlite' };
  const { connection, host, port, name, username, password, tls, ca } = draft;
  return {
    connection,
    host: host.trim(),
    port: Number(port),
    name: name.trim(),
    username: username.trim(),
    // The stored password stays.
    password: password === '' ? null : password,
    tls,
    ca: isVerifying(draft) && ca.trim() !== '' ? ca : null,
  };
};

/** Returns the errors before it is sent. */
export const databaseFaults = (t: Translate, draft: DatabaseDraft): Faults =>
  draft.connection === 'sqlite'
    ? {}
    : {
        host: draft.host.trim() ? undefined : t('checks.server_missing'),
        port: isPort(draft.port) ? undefined : t('environment.port_invalid'),
        name: draft.name.trim() ? undefined : t('checks.database_missing'),
        username: draft.username.trim() ? undefined : t('checks.user_missing'),
      };

/** Reason that a database cannot be used. */
export interface DatabaseRefusal {
  readonly sentence: string;
  /** The database's own message, where the page has no text for it. */
  readonly message: string | undefined;
}

export const refusalOf = (error: unknown, draft: DatabaseDraft): DatabaseRefusal | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'setup.database_unusable') return undefined;
  const { reason = 'unknown', message } = error;
  const key = `setup.database.fault.${reason}`;
  // The server's message names options of the command line, and is English.
  if (reason === 'unknown' || !hasText(key))
    return { sentence: text('setup.database.fault.unknown'), message: message || undefined };
  const { host, port, name, username } = draft;
  const named = { host: host.trim(), port: port.trim(), name: name.trim(), username: username.trim() };
  return { sentence: text(key, named), message: undefined };
};
