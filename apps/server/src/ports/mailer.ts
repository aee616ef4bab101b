/** The sender of a mail. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

/** A picture inside a mail, which its HTML shows as `cid:logo`: nothing is fetched from anywhere. */
export interface MailLogo {
  /** PNG. */
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** One mail to one address. Its content is untrusted: line breaks and commas change no header and no recipient. */
export interface Mail {
  /** The same at each attempt, so that servers can recognise a repetition. */
  readonly id: string;
  readonly to: string;
  readonly from: MailSender;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly logo?: MailLogo | undefined;
}

/** The reason for which a mail could not be sent. */
export type MailFailure =
  | 'unknown_host'
  | 'private_address'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'encryption'
  | 'sign_in'
  | 'sender'
  | 'recipient'
  | 'content'
  | 'failed';

/** The mail could not be handed over now; a later attempt may succeed. */
export class MailFailedError extends Error {
  override readonly name: string = 'MailFailedError';
  readonly reason: MailFailure;

  constructor(reason: MailFailure, { detail, cause }: { detail?: string | undefined; cause?: unknown } = {}) {
    // The message contains harmless facts only: a server's reply may quote the mail.
    super(`The mail could not be sent: ${reason}${detail === undefined ? '' : ` (${detail})`}.`, { cause });
    this.reason = reason;
  }
}

/** The server will never take this mail: its recipient or its content is refused for good. */
export class MailRefusedError extends MailFailedError {
  override readonly name = 'MailRefusedError';
}

export interface Mailer {
  /**
   * Hands a mail over.
   *
   * @throws MailRefusedError where another attempt is pointless, MailFailedError where it is not
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Connects and authenticates, but sends nothing. @throws MailFailedError */
  probe(): Promise<void>;
}

/** `starttls` and `tls` insist on it; `opportunistic` encrypts where the server offers it. */
export type MailEncryption = 'none' | 'opportunistic' | 'starttls' | 'tls';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly encryption: MailEncryption;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  /** Named by the operator outside the web interface: it may have a private address. */
  readonly trusted: boolean;
}

/** The mail server that the operator names outside the web interface; it beats the settings. */
export interface OperatorMail {
  readonly server: MailServer;
  readonly from: MailSender | undefined;
}

/** The destination of mails: a server, or a folder of this machine. */
export type MailRoute = { readonly to: 'server'; readonly server: MailServer } | { readonly to: 'folder' };

export type OpenMailer = (route: MailRoute) => Mailer;
