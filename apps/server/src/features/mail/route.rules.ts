import { parseMailAddress } from '#lib/mail-address.ts';
import type { MailRoute, MailSender, OperatorMail } from '#ports/mailer.ts';
import type { Settings } from './mail.types.ts';

export interface RouteFacts {
  readonly settings: Settings;
  readonly operatorMail: OperatorMail | undefined;
  /** Unseals the password of the settings. */
  readonly openPassword: (sealed: string) => string;
}

/** Returns how mails are delivered. Without a server they are stored in a folder, so that none is lost. */
export const routeOf = ({ settings, operatorMail, openPassword }: RouteFacts): MailRoute => {
  if (operatorMail !== undefined) return { to: 'server', server: operatorMail.server };
  const { mail_driver, mail_host, mail_port, mail_encryption, mail_username, mail_password } = settings;
  if (mail_driver === 'log' || mail_host === '') return { to: 'folder' };
  const credentials =
    mail_username === ''
      ? undefined
      : { username: mail_username, password: mail_password === '' ? '' : openPassword(mail_password) };
  return {
    to: 'server',
    server: {
      host: mail_host,
      port: mail_port,
      encryption: mail_encryption,
      credentials,
      trusted: false,
    },
  };
};

type SignIn = {
  readonly [Name in 'mail_host' | 'mail_port' | 'mail_encryption' | 'mail_username']?:
    | Settings[Name]
    | undefined;
};

/**
 * Tells whether a stored password for the one may be sent to the other: only to the same server, and with no weaker
 * encryption.
 */
export const isSameSignIn = (one: SignIn, other: SignIn): boolean =>
  one.mail_host === other.mail_host &&
  one.mail_port === other.mail_port &&
  one.mail_encryption === other.mail_encryption &&
  one.mail_username === other.mail_username;

/** Returns a default sender. @param home the public address of this server */
const madeSender = (username: string | undefined, home: string): string => {
  if (username?.includes('@') === true) return username;
  const { hostname } = new URL(home);
  return /^[\d.]+$|:/.test(hostname) ? 'noreply@localhost' : `noreply@${hostname}`;
};

export interface SenderFacts extends Pick<RouteFacts, 'settings' | 'operatorMail'> {
  readonly route: MailRoute;
  /** The public address of this server. */
  readonly home: string;
}

/** Returns the sender of mails; its name is the title of the application unless another one is configured. */
export const senderOf = ({ settings, operatorMail, route, home }: SenderFacts): MailSender => {
  const configured = operatorMail?.from ?? parseMailAddress(settings.mail_from);
  const username = route.to === 'server' ? route.server.credentials?.username : undefined;
  const { name, address } = configured ?? { name: '', address: madeSender(username, home) };
  return { name: name === '' ? settings.title : name, address };
};

/** A domain that can never receive mail (RFC 2606, section 2). */
export const nobodysDomain = 'demo.invalid';

export const isNobodys = (address: string): boolean => address.toLowerCase().endsWith(`@${nobodysDomain}`);
