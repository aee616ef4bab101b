import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `__Host-` binds the cookie to this very host, but browsers accept it over HTTPS alone. */
const cookieName = (https: boolean): string => (https ? '__Host-holdall' : 'holdall');
/** A sign-in before its second factor is no session, so it has its own cookie. */
const challengeCookieName = (https: boolean): string => `${cookieName(https)}-challenge`;

const attributes = (https: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: https }) as const;

/** The session token that a request carries, if any. */
export const sessionTokenOf = (request: FastifyRequest, https: boolean): string | undefined =>
  request.cookies[cookieName(https)];

export interface SessionCookie {
  readonly token: string;
  /** Seconds; undefined: until the browser closes. */
  readonly maxAge: number | undefined;
}

export const setSessionCookie = (
  reply: FastifyReply,
  https: boolean,
  { token, maxAge }: SessionCookie,
): void => {
  reply.setCookie(cookieName(https), token, {
    ...attributes(https),
    ...(maxAge === undefined ? {} : { maxAge }),
  });
};

const clearSessionCookie = (reply: FastifyReply, https: boolean): void => {
  reply.clearCookie(cookieName(https), attributes(https));
};

/** Ends a session in its browser, which drops cached answers. Device cookie and page settings stay. */
export const endBrowserSession = (reply: FastifyReply, https: boolean): void => {
  clearSessionCookie(reply, https);
  reply.header('clear-site-data', '"cache"');
};

/** Moves a session to the cookie of another scheme, where people now reach the server over HTTPS, or no longer do. */
export const moveSessionCookie = (reply: FastifyReply, https: boolean, session: SessionCookie): void => {
  clearSessionCookie(reply, !https);
  setSessionCookie(reply, https, session);
};

/** Outlives sessions: it grants nothing, and distinguishes browsers that have signed in before. */
const deviceCookieName = (https: boolean): string => `${cookieName(https)}-device`;

export const deviceTokenOf = (request: FastifyRequest, https: boolean): string | undefined =>
  request.cookies[deviceCookieName(https)];

export const setDeviceCookie = (
  reply: FastifyReply,
  https: boolean,
  { token, maxAge }: { readonly token: string; readonly maxAge: number },
): void => {
  reply.setCookie(deviceCookieName(https), token, { ...attributes(https), maxAge });
};

/** Returns the token of a sign-in before its second factor, if any. */
export const challengeTokenOf = (request: FastifyRequest, https: boolean): string | undefined =>
  request.cookies[challengeCookieName(https)];

export const setChallengeCookie = (reply: FastifyReply, https: boolean, token: string): void => {
  reply.setCookie(challengeCookieName(https), token, attributes(https));
};

export const clearChallengeCookie = (reply: FastifyReply, https: boolean): void => {
  reply.clearCookie(challengeCookieName(https), attributes(https));
};
