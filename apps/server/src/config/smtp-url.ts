import { z } from 'zod';
import { type MailAddress, parseMailAddress } from '#lib/mail-address.ts';

export interface SmtpUrl {
  readonly host: string;
  readonly port: number;
  readonly encryption: 'none' | 'opportunistic' | 'starttls' | 'tls';
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly from: MailAddress | undefined;
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;
const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

const parse = (text: string): SmtpUrl | undefined => {
  try {
    const url = new URL(text);
    const defaultPort = ports[url.protocol as keyof typeof ports] as number | undefined;
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (defaultPort === undefined || host === '' || !/^\/?$/.test(url.pathname)) return undefined;
    const { from, encryption, ...others } = Object.fromEntries(url.searchParams);
    if (Object.keys(others).length > 0 || (encryption !== undefined && encryption !== 'none'))
      return undefined;
    const sender = from === undefined ? undefined : parseMailAddress(from);
    if (from !== undefined && sender === undefined) return undefined;
    const credentials =
      url.username === ''
        ? undefined
        : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
    const plain = credentials === undefined || isLocal(host) ? 'opportunistic' : 'starttls';
    return {
      host,
      port: url.port === '' ? defaultPort : Number(url.port),
      // A password is sent to another machine only over TLS, unless the operator allows otherwise.
      encryption: url.protocol === 'smtps:' ? 'tls' : (encryption ?? plain),
      credentials,
      from: sender,
    };
  } catch {
    return undefined;
  }
};

/** `smtp://` or `smtps://`, with `user:password@`, `?from=` and `?encryption=none`. */
export const smtpUrl = z.string().transform((text, context) => {
  const parsed = parse(text);
  if (parsed !== undefined) return parsed;
  context.addIssue('must look like smtp://user:password@mail.example.com:587?from=files@example.com');
  return z.NEVER;
});
