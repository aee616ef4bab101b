import { parseMailAddress } from '#lib/mail-address.ts';
import type { MailRoute, MailSender, OperatorMail } from '#ports/mailer.ts';
import type { Settings } from './mail.types.ts';

export interface RouteFacts {
  readonly settings: Settings;
  readonly operatorMail: OperatorMail | undefined;
  /** Opens the sealed password of the settings. */
  readonly openPassword: (sealed: string) => string;
}

/** Which way mails go. Without a server they are kept in a folder, so that none is lost. */
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

/** Whether a password that is kept for the one is meant for the other: it is shown to nobody else, nor more openly. */
export const isSameSignIn = (one: SignIn, other: SignIn): boolean =>
  one.mail_host === other.mail_host &&
  one.mail_port === other.mail_port &&
  one.mail_encryption === other.mail_encryption &&
  one.mail_username === other.mail_username;

/** A sender for servers that were told none. @param home the public address of this server */
const madeSender = (username: string | undefined, home: string): string => {
  if (username?.includes('@') === true) return username;
  const { hostname } = new URL(home);
  return /^[\d.]+$|:/.test(hostname) ? 'noreply@localhost' : `noreply@${hostname}`;
};

export interface SenderFacts extends Pick<RouteFacts, 'settings' | 'operatorMail'> {
  readonly route: MailRoute;
  /** Public address of this server. */
  readonly home: string;
}

/** Whom mails come from; they bear the title of the application unless another name is configured. */
export const senderOf = ({ settings, operatorMail, route, home }: SenderFacts): MailSender => {
  const configured = operatorMail?.from ?? parseMailAddress(settings.mail_from);
  const username = route.to === 'server' ? route.server.credentials?.username : undefined;
  const { name, address } = configured ?? { name: '', address: madeSender(username, home) };
  return { name: name === '' ? settings.title : name, address };
};

/** The domain of addresses that are nobody's: no mail can ever be sent to it (RFC 2606, section 2). */
export const nobodysDomain = 'demo.invalid';

export const isNobodys = (address: string): boolean => address.toLowerCase().endsWith(`@${nobodysDomain}`);
