import { healthLive, healthReady } from '@holdall/contract/health';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf, wantsPage } from '#http/page-request.ts';
import { AppError } from '#lib/app-error.ts';
import { isPrivateName, plainHost } from '#lib/http/host-names.ts';

const health: ReadonlySet<string> = new Set([healthLive.path, healthReady.path]);

/**
 * Tells whether a request's `Host` is one that leads here. Over HTTPS the browser has compared the name with the certificate, and what
 * asks without one (HTTP/1.0) is no browser.
 */
const isKnownHost = (
  request: FastifyRequest,
  { publicOrigin, names }: { readonly publicOrigin: string | undefined; readonly names: ReadonlySet<string> },
): boolean => {
  const host = plainHost(request.hostname);
  return (
    host === '' ||
    request.protocol === 'https' ||
    isPrivateName(host) ||
    names.has(host) ||
    (publicOrigin !== undefined && plainHost(new URL(publicOrigin).hostname) === host)
  );
};

/**
 * Tells whether a proxy reports that the client came by plain HTTP. Without such a header it did not; and
 * browsers send `Sec-Fetch-Site` only over HTTPS, so that a proxy behind another one, which reports the wrong
 * scheme, causes no endless redirects.
 */
const cameByPlainHttp = (request: FastifyRequest): boolean => {
  const told = request.headers['x-forwarded-proto'];
  if (told === undefined || request.headers['sec-fetch-site'] !== undefined) return false;
  const [first = ''] = String(told).split(',');
  return request.protocol !== 'https' && first.trim().toLowerCase() === 'http';
};

/** @returns true where it has answered. */
export type GuardHost = (
  request: FastifyRequest,
  reply: FastifyReply,
  publicOrigin: string | undefined,
) => boolean;

/**
 * Refuses requests under a foreign host name, and API calls over plain HTTP where the public address is HTTPS:
 * their content was readable on the way, and a redirect would hide that. Pages are redirected to HTTPS. Health
 * checks are always answered.
 *
 * @param names further names of the server
 * @throws request.wrong_host, request.insecure
 */
export const createHostGuard = (names: readonly string[]): GuardHost => {
  const known = new Set(names.map(plainHost));
  return (request, reply, publicOrigin) => {
    if (health.has(pathOf(request))) return false;
    if (!isKnownHost(request, { publicOrigin, names: known })) throw new AppError('request.wrong_host');
    if (publicOrigin?.startsWith('https:') !== true || !cameByPlainHttp(request)) return false;
    if (!wantsPage(request)) throw new AppError('request.insecure');
    const path = request.url.startsWith('/') ? request.url : '/';
    void reply.redirect(`${publicOrigin}${path}`, 308);
    return true;
  };
};
