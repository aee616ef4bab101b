import type { SentSetupDatabase, SetupKept } from '@holdall/contract/setup';
import { ApiError } from '#shared/api/api-error.ts';
import { hasText, text, type Translate } from '#shared/i18n/messages.ts';
import { isPort } from '#shared/lib/is-port.ts';
import type { Faults } from '#shared/lib/use-form.ts';

export const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** A database as it is written. */
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

/** What the fields begin with. */
export const databaseDraftOf = (kept: SetupKept['database']): DatabaseDraft => {
  if (kept.connection === 'sqlite') return emptyDatabase;
  const { connection, host, port, name, username, tls, ca } = kept;
  return { connection, host, port: String(port), name, username, password: '', tls, ca: ca ?? '' };
};

/** Whether the server's certificate is looked at, which another authority may have signed. */
export const isVerifying = ({ tls }: Pick<DatabaseDraft, 'tls'>): boolean => tls.startsWith('verify');

/** It as it is sent. */
export const databaseOf = (draft: DatabaseDraft): SentSetupDatabase => {
  if (draft.connection === 'sqlite') return { connection: 'sqlite' };
  const { connection, host, port, name, username, password, tls, ca } = draft;
  return {
    connection,
    host: host.trim(),
    port: Number(port),
    name: name.trim(),
    username: username.trim(),
    // The one that is kept stays.
    password: password === '' ? null : password,
    tls,
    ca: isVerifying(draft) && ca.trim() !== '' ? ca : null,
  };
};

/** What is wrong before anybody is asked. */
export const databaseFaults = (t: Translate, draft: DatabaseDraft): Faults =>
  draft.connection === 'sqlite'
    ? {}
    : {
        host: draft.host.trim() ? undefined : t('checks.server_missing'),
        port: isPort(draft.port) ? undefined : t('environment.port_invalid'),
        name: draft.name.trim() ? undefined : t('checks.database_missing'),
        username: draft.username.trim() ? undefined : t('checks.user_missing'),
      };

/** Why a database can't be used. */
export interface DatabaseRefusal {
  readonly sentence: string;
  /** What the database says itself, where no sentence of the page is known for it. */
  readonly said: string | undefined;
}

export const refusalOf = (error: unknown, draft: DatabaseDraft): DatabaseRefusal | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'setup.database_unusable') return undefined;
  const { reason = 'unknown', message } = error;
  const key = `setup.database.fault.${reason}`;
  // What the server says speaks of its options as commands know them, and in English.
  if (reason === 'unknown' || !hasText(key))
    return { sentence: text('setup.database.fault.unknown'), said: message || undefined };
  const { host, port, name, username } = draft;
  const named = { host: host.trim(), port: port.trim(), name: name.trim(), username: username.trim() };
  return { sentence: text(key, named), said: undefined };
};
