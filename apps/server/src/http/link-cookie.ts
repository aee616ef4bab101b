import '@fastify/cookie';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface CookieOf {
  /** The link's. */
  readonly token: string;
  readonly https: boolean;
}

/** Each link has a cookie of its own, whose name does not tell the link. */
const nameOf = ({ token, https }: CookieOf): string => {
  const link = createHash('sha256').update(token).digest('hex').slice(0, 16);
  return `${https ? '__Host-' : ''}holdall-link-${link}`;
};

/** What the browser keeps of a link: who it is among its guests, and that it knows the password. */
export const linkCookieOf = (request: FastifyRequest, of: CookieOf): string | undefined =>
  request.cookies[nameOf(of)];

/** It lasts until the browser closes. */
export const setLinkCookie = (reply: FastifyReply, of: CookieOf, value: string): void => {
  reply.setCookie(nameOf(of), value, { path: '/', httpOnly: true, sameSite: 'lax', secure: of.https });
};
