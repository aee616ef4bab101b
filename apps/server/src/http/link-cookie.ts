import '@fastify/cookie';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface CookieOf {
  /** The link's. */
  readonly token: string;
  readonly https: boolean;
}

const prefix = 'holdall-link-';
/** Each link has its own cookie, whose name does not reveal the link. */
const nameOf = ({ token, https }: CookieOf): string => {
  const link = createHash('sha256').update(token).digest('hex').slice(0, 16);
  return `${https ? '__Host-' : ''}${prefix}${link}`;
};

/** Reads the cookie of a link: it identifies the guest, and proves that they know the password. */
export const linkCookieOf = (request: FastifyRequest, of: CookieOf): string | undefined =>
  request.cookies[nameOf(of)];

/** Links whose cookies a browser keeps: they come with every request, and a server bounds the size of headers. */
const mostKept = 30;

/**
 * Sets a cookie until the browser closes, or many other links have replaced it. A HEAD request makes no guest
 * yet.
 */
export const setLinkCookie = (reply: FastifyReply, of: CookieOf, value: string): void => {
  if (reply.request.method === 'HEAD') return;
  const name = nameOf(of);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: of.https } as const;
  // Browsers send the oldest first.
  const others = Object.keys(reply.request.cookies).filter(
    (other) => other !== name && other.replace('__Host-', '').startsWith(prefix),
  );
  for (const oldest of others.slice(0, Math.max(0, others.length - (mostKept - 1))))
    reply.clearCookie(oldest, { ...options, secure: of.https || oldest.startsWith('__Host-') });
  reply.setCookie(name, value, options);
};
