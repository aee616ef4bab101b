import { type Endpoint, tokenScopeOf } from '@holdall/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { expectRequiredFactor, type UserActor } from '#http/actor.ts';
import { ownOriginOf } from '#http/own-origin.ts';
import { AppError } from '#lib/app-error.ts';
import type { SpaceGuard } from '#ports/space-guard.ts';

/** What an endpoint says of who may call it. */
export type AccessRule = Pick<
  Endpoint,
  'access' | 'beforeTwoFactor' | 'credentials' | 'demo' | 'method' | 'reads' | 'secrets'
>;

/**
 * Refuses whom an endpoint is not for. Programs with an access token reach what their owner reaches, but never what opens accounts, and
 * those that may only read reach what changes nothing and tells nothing by which one could.
 *
 * @throws session.required, two_factor.required, session.forbidden, demo.refused, token.session_only, token.scope
 */
export const guardAccess = (endpoint: AccessRule, actor: UserActor | undefined): void => {
  const { access } = endpoint;
  // A link is opened by its token, whoever has it.
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
 * Refuses what would take room where the disk of the database is full. What makes room has a look taken before: it works by
 * what is kept for it.
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

/** What a request tells of where it comes from. */
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
 * Refuses unsafe calls that another site's page makes with this site's cookie. Browsers name the
 * origin on every unsafe call, so a call that names none comes from no browser and carries nobody's
 * cookie unasked.
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
