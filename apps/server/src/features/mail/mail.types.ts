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

/** What each kind of mail is told. A link leads to this server; `link` of the mail service makes it. */
export interface MailValues {
  readonly password_reset: { readonly link: string };
  /** How many access tokens go on working is told after a reset, when somebody may have stolen the password. */
  readonly password_changed: { readonly tokens?: number };
  readonly registration: { readonly link: string };
  /** Somebody asked for an account with an address that has one; the link is that of the sign-in. */
  readonly registration_known: { readonly link: string };
  /** To the new address. */
  readonly email_change: { readonly link: string; readonly email: string };
  /** To the old address; the new one is masked in it. */
  readonly email_changed: { readonly email: string };
  readonly two_factor_changed: { readonly on: boolean };
  /** An administrator has made the account; the link is where its owner chooses a password. */
  readonly welcome: { readonly link: string };
  /** Who was invited has chosen a password; the link is that of the sign-in. */
  readonly account_ready: { readonly link: string };
  /** Somebody shares an item; `from` and `message` may be empty. */
  readonly shared: {
    readonly link: string;
    readonly from: string;
    readonly name: string;
    readonly message: string;
  };
  /** Guests have done something through a link; the link is where the owner looks at it. */
  readonly guest_changes: { readonly link: string; readonly name: string; readonly count: number };
  /** Somebody asks for files; `from` and `message` may be empty. */
  readonly files_requested: {
    readonly link: string;
    readonly from: string;
    readonly name: string;
    readonly message: string;
  };
  /** Files came by a request; `size` of all of them in bytes, `files` the first ones. */
  readonly files_received: {
    readonly link: string;
    readonly name: string;
    readonly folder: string;
    readonly count: number;
    readonly size: number;
    readonly files: readonly { readonly name: string; readonly size: number }[];
  };
  /** Something that administrators have to see to has begun, or is over; the link is where they see what. */
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
  /** When it has lost its point, its link having expired for example: it is not sent any more. Three days unless said. Milliseconds since 1970. */
  readonly until?: number;
}
export type NewMail = { [Template in MailTemplate]: MailOf<Template> }[MailTemplate];

/** The address of one of the application's pages, by the public address of this server. @param path begins with a slash */
export type MailLink = (path: string, query?: Readonly<Record<string, string>>) => string;

export interface MailService {
  /**
   * Has a mail sent by a job, again and again where the server is away.
   *
   * @param on the database, or the transaction that makes the mail necessary; call `nudge` when that is committed
   */
  send(on: Db | Trx, mail: NewMail): Promise<void>;
  /** Has mails of a committed transaction sent now. */
  nudge(): void;
  /**
   * Sends a test now, as the settings are saved unless others are given.
   *
   * @throws AppError `mail.not_sent` with a sentence that tells why
   */
  sendTest(to: string, by?: Settings): Promise<void>;
  /** Connects to the server of these settings and signs in there, but sends nothing. @throws AppError `mail.not_sent` */
  tryServer(by: Settings): Promise<void>;
  /** Whether mails leave this machine. @param known the settings, of who has just asked for them */
  isConfigured(known?: Settings): Promise<boolean>;
  readonly link: MailLink;
}
