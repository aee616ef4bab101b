import { type Endpoint, tokenScopeOf } from '@holdall/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { expectRequiredFactor, type UserActor } from '#lib/actor.ts';
import { ownOriginOf } from '#http/own-origin.ts';
import { AppError } from '#lib/app-error.ts';
import type { SpaceGuard } from '#ports/space-guard.ts';

/** The access rule of an endpoint. */
export type AccessRule = Pick<
  Endpoint,
  'access' | 'beforeTwoFactor' | 'credentials' | 'demo' | 'method' | 'reads' | 'secrets'
>;

/**
 * Refuses callers that an endpoint does not allow. A program with an access token reaches what its owner
 * reaches, but no credentials; one with a read-only token reaches only calls that change nothing and reveal no
 * secret.
 *
 * @throws session.required, two_factor.required, session.forbidden, demo.refused, token.session_only,
 * token.scope
 */
export const guardAccess = (endpoint: AccessRule, actor: UserActor | undefined): void => {
  const { access } = endpoint;
  // The token of a link is all that it needs.
  if (access === 'public' || access === 'link') return;
  if (actor === undefined) throw new AppError('session.required');
  if (endpoint.beforeTwoFactor !== true) expectRequiredFactor(actor);
  if (access === 'admin' && actor.role !== 'admin') throw new AppError('session.forbidden');
  if (endpoint.demo === false && actor.demo === true) throw new AppError('demo.refused');
  if (actor.scope === undefined) return;
  const needed = tokenScopeOf(endpoint);
  if (needed === undefined) throw new AppError('token.session_only');
  if (needed === 'write' && actor.scope === 'read') throw new AppError('token.scope');
};

/** Seconds after which there may be room again. */
const roomAgainAfter = 30;

/** An endpoint's declaration of the disk space that it needs. */
export type RoomRule = Pick<Endpoint, 'frees' | 'method' | 'reads'>;

/**
 * Refuses calls that use space while the disk of the database is full. Calls that free space first refresh the
 * check, because they work on the reserve.
 *
 * @throws storage.disk_full
 */
export const guardRoom = async (
  { frees, method, reads }: RoomRule,
  space: SpaceGuard | undefined,
): Promise<void> => {
  if (space === undefined || method === 'GET' || reads === true) return;
  if (frees === true || method === 'DELETE') await space.look();
  else if (space.isFull()) throw new AppError('storage.disk_full', { retryAfter: roomAgainAfter });
};

export interface OriginFacts {
  readonly method: string;
  /** `Origin` as sent. */
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site` as sent. */
  readonly fetchSite: string | undefined;
  /** Scheme and host under which this request reached us. */
  readonly ownOrigin: string;
  /** The configured public address, where there is one. */
  readonly publicOrigin: string | undefined;
}

/** Reads where a request comes from. */
export const originFactsOf = (request: FastifyRequest, publicOrigin: string | undefined): OriginFacts => {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  return {
    method: request.method,
    origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    ownOrigin: ownOriginOf(request),
    publicOrigin,
  };
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses unsafe calls that a page of another site makes with this site's cookie. Browsers send the origin with
 * every unsafe call, so a call without one comes from no browser, and carries no cookie unasked.
 *
 * @throws request.cross_site
 */
export const guardOrigin = ({ method, origin, fetchSite, ownOrigin, publicOrigin }: OriginFacts): void => {
  if (safeMethods.has(method)) return;
  const foreignOrigin = origin !== undefined && origin !== ownOrigin && origin !== publicOrigin;
  const foreignSite = fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
  // The origin is compared first: behind a proxy that rewrites Host, the configured address decides.
  if (foreignOrigin || (origin === undefined && foreignSite)) throw new AppError('request.cross_site');
};
