import type { WarningCode } from '@holdall/contract/admin-server';
import type { Db, Trx } from '#db/database.ts';
import type { SettingsService } from '#features/settings/index.ts';

export type Settings = Awaited<ReturnType<SettingsService['current']>>;

/** Values of a warning's placeholders: `free` are bytes, `date` is a time in ISO format. */
export type WarningFacts = Readonly<Record<string, string | number>>;

interface WarningMail {
  readonly link: string;
  readonly code: WarningCode;
  readonly facts: WarningFacts;
}

/** Values of each mail's template. Links lead to this server; `link` of the mail service makes them. */
export interface MailValues {
  readonly password_reset: { readonly link: string };
  /** After a reset it tells how many access tokens stay valid, because the password may have been stolen. */
  readonly password_changed: { readonly tokens?: number };
  readonly registration: { readonly link: string };
  /** A registration used the address of an account; the link leads to the sign-in. */
  readonly registration_known: { readonly link: string };
  /** To the new address. */
  readonly email_change: { readonly link: string; readonly email: string };
  /** To the old address; the new one is masked in it. */
  readonly email_changed: { readonly email: string };
  readonly two_factor_changed: { readonly on: boolean };
  /** An administrator has created the account; the link leads to the choice of a password. */
  readonly welcome: { readonly link: string };
  /** An invited user has chosen a password; the link leads to the sign-in. */
  readonly account_ready: { readonly link: string };
  /** A user shares an item; `from` and `message` may be empty. */
  readonly shared: {
    readonly link: string;
    readonly from: string;
    readonly name: string;
    readonly message: string;
  };
  /** Guests have made changes through a link; the link leads to their list. */
  readonly guest_changes: { readonly link: string; readonly name: string; readonly count: number };
  /** A user asks for files; `from` and `message` may be empty. */
  readonly files_requested: {
    readonly link: string;
    readonly from: string;
    readonly name: string;
    readonly message: string;
  };
  /** Files were received by a request; `size` of all of them in bytes, `files` the first ones. */
  readonly files_received: {
    readonly link: string;
    readonly name: string;
    readonly folder: string;
    readonly count: number;
    readonly size: number;
    readonly files: readonly { readonly name: string; readonly size: number }[];
  };
  /** Versions were deleted because the storage of a user was full; the link leads to it. */
  readonly versions_dropped: { readonly link: string };
  /** A warning for administrators has begun or ended; the link leads to it. */
  readonly warning: WarningMail;
  readonly warning_over: WarningMail;
  readonly test: Readonly<Record<never, never>>;
}
export type MailTemplate = keyof MailValues;

/** A mail of one template. */
export interface MailOf<Template extends MailTemplate> {
  readonly template: Template;
  readonly values: MailValues[Template];
  /** One address. */
  readonly to: string;
  /** The recipient's language; the application's own unless said. */
  readonly locale?: string;
  /**
   * Milliseconds since 1970 after which it is not sent any more, for example because its link expires. Three days
   * by default.
   */
  readonly until?: number;
}
export type NewMail = { [Template in MailTemplate]: MailOf<Template> }[MailTemplate];

/** Returns the URL of a page at the public address of this server. @param path begins with a slash */
export type MailLink = (path: string, query?: Readonly<Record<string, string>>) => string;

export interface MailService {
  /**
   * Enqueues a mail, which is retried while the mail server is unavailable.
   *
   * @param on the database, or the transaction that causes the mail; call `nudge` after its commit
   */
  send(on: Db | Trx, mail: NewMail): Promise<void>;
  /** Delivers the mails of a committed transaction now. */
  nudge(): void;
  /**
   * Sends a test now, by the saved settings or the given ones.
   *
   * @throws AppError `mail.not_sent` with a sentence that explains why
   */
  sendTest(to: string, by?: Settings): Promise<void>;
  /** Connects to the server of these settings and signs in, but sends nothing. @throws AppError `mail.not_sent` */
  tryServer(by: Settings): Promise<void>;
  /** Tells whether mails leave this machine. @param known the settings, if the caller has just read them */
  isConfigured(known?: Settings): Promise<boolean>;
  readonly link: MailLink;
}
