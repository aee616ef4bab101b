import type { Socket } from 'node:net';
import type { NodemailerError, Transporter } from 'nodemailer';
import { isCertificateError } from '#lib/certificate-error.ts';
import { isMailAddress } from '#lib/mail-address.ts';
import {
  type Mailer,
  type MailEncryption,
  MailFailedError,
  type MailFailure,
  type MailLogo,
  MailRefusedError,
  type MailServer,
} from '#ports/mailer.ts';
import { type Outbound, OutboundError } from '#ports/outbound.ts';

export interface SmtpTimeouts {
  readonly connectionMs: number;
  readonly greetingMs: number;
  /** Milliseconds of silence until a socket is given up. */
  readonly socketMs: number;
  /** Milliseconds of the whole delivery, even if the server keeps talking. */
  readonly totalMs: number;
}

const defaultTimeouts: SmtpTimeouts = {
  connectionMs: 10_000,
  greetingMs: 10_000,
  socketMs: 30_000,
  totalMs: 120_000,
};

const encryptionOptions = {
  none: { secure: false, ignoreTLS: true },
  opportunistic: { secure: false },
  starttls: { secure: false, requireTLS: true },
  tls: { secure: true },
} as const satisfies Record<MailEncryption, object>;

interface SmtpError {
  readonly code: string | undefined;
  /** The code of the operating system or of TLS. */
  readonly originalCode: string | undefined;
  readonly command: string | undefined;
  readonly response: string | undefined;
  readonly permanent: boolean;
}

/** Reads the fields that nodemailer adds to an error. */
const readError = (error: unknown): SmtpError => {
  const fields: NodemailerError & { originalCode?: string } = error instanceof Error ? error : new Error();
  return {
    code: fields.code,
    originalCode: fields.originalCode,
    command: fields.command,
    response: fields.response,
    permanent: fields.permanent === true,
  };
};

const noTls = /^(ERR_SSL_|EPROTO$)/;

const reasonOf = (error: unknown, { code, originalCode, command }: SmtpError): MailFailure => {
  if (error instanceof OutboundError) return error.reason === 'too_large' ? 'failed' : error.reason;
  if (isCertificateError(originalCode)) return 'certificate';
  if (noTls.test(originalCode ?? '') || code === 'ETLS') return 'encryption';
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'sign_in';
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'sender' : 'recipient';
  if (code === 'EMESSAGE') return 'content';
  if (code === 'ETIMEDOUT' || code === 'EABORT') return 'timeout';
  return code === 'ECONNECTION' || code === 'ESOCKET' ? 'unreachable' : 'failed';
};

/** The codes of an answer (RFC 5321, RFC 3463) without its words: these may quote the mail. */
const codesIn = (response: string | undefined): string | undefined =>
  /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?(?=\s|$)/.exec(response ?? '')?.[0].replace('-', ' ');

/**
 * Tells whether a server will never accept the mail. A refused recipient is final only where the reply faults
 * the address (x.1.x) or the mailbox (x.2.x): a server that relays nothing, or requires authentication, refuses
 * every recipient with the same 550, and another server solves that.
 */
const isFinal = (reason: MailFailure, { permanent, command, response }: SmtpError): boolean => {
  if (command === 'API') return reason === 'recipient' || reason === 'content';
  if (!permanent) return false;
  return reason === 'content' || (reason === 'recipient' && /^5\d\d 5\.[12]\./.test(codesIn(response) ?? ''));
};

const asMailError = (error: unknown): MailFailedError => {
  const facts = readError(error);
  const reason = reasonOf(error, facts);
  const details = { detail: codesIn(facts.response), cause: error };
  return isFinal(reason, facts)
    ? new MailRefusedError(reason, details)
    : new MailFailedError(reason, details);
};

const inlinePicture = ({ bytes }: MailLogo) => ({
  cid: 'logo',
  filename: 'logo.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: Buffer.from(bytes),
});

export interface SmtpMailerOptions {
  readonly outbound: Outbound;
  readonly server: MailServer;
  readonly timeouts?: SmtpTimeouts;
}

/** Hands mails to an SMTP server, each on a connection of its own; certificates are verified. */
export const createSmtpMailer = ({
  outbound,
  server: { host, port, encryption, credentials, trusted },
  timeouts = defaultTimeouts,
}: SmtpMailerOptions): Mailer => {
  /** Runs work with a connection of its own. @throws MailFailedError */
  const withTransport = async (
    work: (transport: Transporter, stop: AbortSignal) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<void> => {
    const total = AbortSignal.timeout(timeouts.totalMs);
    const stop = signal === undefined ? total : AbortSignal.any([signal, total]);
    let connection: Socket | undefined;
    try {
      const limits = { timeoutMs: timeouts.connectionMs, signal: stop };
      // Loaded with the first mail: a server that sends none does not carry it.
      const { createTransport } = await import('nodemailer');
      connection = await outbound.connect({ host, port, trusted }, limits);
      const transport = createTransport({
        ...encryptionOptions[encryption],
        connection,
        host,
        port,
        connectionTimeout: timeouts.totalMs,
        greetingTimeout: timeouts.greetingMs,
        socketTimeout: timeouts.socketMs,
        ...(credentials === undefined
          ? {}
          : { auth: { user: credentials.username, pass: credentials.password }, forceAuth: true }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await work(transport, stop);
    } catch (error) {
      connection?.destroy();
      throw asMailError(error);
    }
  };
  return {
    send: async ({ id, from, to, replyTo, logo, ...mail }, signal) => {
      if (!isMailAddress(to)) throw new MailRefusedError('recipient');
      await withTransport(
        (transport, stop) =>
          transport.sendMail({
            ...mail,
            ...(logo && { attachments: [inlinePicture(logo)] }),
            // Objects keep an address from being parsed as a list.
            from,
            to: { name: '', address: to },
            ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
            envelope: { from: { name: '', address: from.address }, to: [{ name: '', address: to }] },
            messageId: `<${id}@${from.address.split('@').at(-1) ?? host}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
            signal: stop,
          }),
        signal,
      );
    },
    probe: () => withTransport((transport) => transport.verify()),
  };
};
