import type { SettingValue } from '@holdall/contract/admin-settings';
import type { SentMailForm } from '@holdall/contract/mail-form';
import { plainAddress } from '@holdall/contract/patterns';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { hasText, text } from '#shared/i18n/messages.ts';
import { isPort } from '#shared/lib/is-port.ts';

const mailDrivers = ['log', 'smtp'] as const;
export const mailEncryptions = ['none', 'starttls', 'tls'] as const;

/** Returns the ways of delivery as cards. */
export const mailDriverChoices = () =>
  mailDrivers.map((value) => ({
    value,
    title: text(`environment.mail.${value}`),
    text: text(`environment.mail.${value}_help`),
  }));

/** The delivery of mails in a form; fields are called like the settings. */
export interface MailDraft {
  readonly mail_driver: (typeof mailDrivers)[number];
  readonly mail_host: string;
  readonly mail_port: string;
  readonly mail_encryption: (typeof mailEncryptions)[number];
  readonly mail_username: string;
  /** Empty: the one that is kept. */
  readonly mail_password: string;
  readonly mail_from: string;
}

/** Sentences about fields, by their names. */
type MailFaults = Readonly<Partial<Record<keyof MailDraft, string>>>;

const textOf = (value: SettingValue | undefined): string => (typeof value === 'string' ? value : '');

/** Returns the form of the server's settings; a password that is kept is never shown. */
export const mailDraft = (kept: Readonly<Record<string, SettingValue | undefined>>): MailDraft => ({
  mail_driver: kept['mail_driver'] === 'smtp' ? 'smtp' : 'log',
  mail_host: textOf(kept['mail_host']),
  mail_port: String(kept['mail_port'] ?? 587),
  mail_encryption: mailEncryptions.find((known) => known === kept['mail_encryption']) ?? 'starttls',
  mail_username: textOf(kept['mail_username']),
  mail_password: '',
  mail_from: textOf(kept['mail_from']),
});

/** Tells whether a password that is kept for one of them also serves the other. */
export const isSameSignIn = (one: MailDraft, other: MailDraft): boolean =>
  one.mail_host.trim() === other.mail_host &&
  Number(one.mail_port) === Number(other.mail_port) &&
  one.mail_encryption === other.mail_encryption &&
  one.mail_username.trim() === other.mail_username;

/** Returns the request body of a form. */
export const sentMail = (draft: MailDraft): SentMailForm =>
  draft.mail_driver === 'log'
    ? { mail_driver: 'log' }
    : {
        mail_driver: 'smtp',
        mail_host: draft.mail_host.trim(),
        mail_port: Number(draft.mail_port),
        mail_encryption: draft.mail_encryption,
        mail_username: draft.mail_username.trim(),
        mail_password: draft.mail_password === '' ? null : draft.mail_password,
        mail_from: draft.mail_from.trim(),
      };

const named = /^"?[^"<>]*"?\s*<([^<>]+)>$/;

/** Tells whether a text is a sender, `address` or `Name <address>`, or none. */
export const isSender = (written: string): boolean =>
  written === '' || plainAddress.test(named.exec(written)?.[1] ?? written);

/** Returns the faults of a form before it is sent. */
export const checkMail = (draft: MailDraft): MailFaults => {
  if (draft.mail_driver === 'log') return {};
  const faults: Record<string, string | false> = {
    mail_host: draft.mail_host.trim() === '' && text('checks.server_missing'),
    mail_port: !isPort(draft.mail_port) && text('environment.port_invalid'),
    mail_from: !isSender(draft.mail_from.trim()) && text('checks.sender'),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== false));
};

/**
 * Returns the reason why a mail was not sent, in the reader's language where the server says which of its reasons it
 * was.
 */
export const mailFailure = (error: unknown): string => {
  const key = `mail.failed.${error instanceof ApiError ? (error.reason ?? '') : ''}`;
  return hasText(key) ? text(key) : errorText(error);
};

/**
 * Returns the server's objections to the fields of a form. Findings of its trial are translated into every language.
 */
export const mailFaults = (error: unknown): MailFaults => {
  if (!(error instanceof ApiError)) return {};
  const isTrial = error.code === 'mail.not_sent';
  return Object.fromEntries(
    Object.entries(error.errors).map(([name, [sentence]]) => [name, isTrial ? mailFailure(error) : sentence]),
  );
};
