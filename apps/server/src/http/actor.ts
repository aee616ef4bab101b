import type { FastifyRequest } from 'fastify';
import { expectRequiredFactor, type GuestActor, type UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for anonymous calls; set before the handler runs. */
    actor: UserActor | undefined;
    /** Tells whether the call is one of those that set up a required second factor; set before the handler runs. */
    isBeforeTwoFactor: boolean;
    /** The guest of a call whose path has a link's token; set before the handler runs. */
    guest: GuestActor | undefined;
    /** The id of the link that the call is about, also where it was refused; undefined: none is known. */
    linkId: string | undefined;
  }
}

/** The signed-in user of a request behind a guard. @throws session.required, two_factor.required */
export const userOf = (request: FastifyRequest): UserActor => {
  if (request.actor === undefined) throw new AppError('session.required');
  // WebSockets have no guard before this.
  if (!request.isBeforeTwoFactor) expectRequiredFactor(request.actor);
  return request.actor;
};

/** The guest of a request by a link. @throws share.not_found */
export const guestOf = (request: FastifyRequest): GuestActor => {
  if (request.guest === undefined) throw new AppError('share.not_found');
  return request.guest;
};

/**
 * Returns the actor of a call that signed-in users and guests make in different forms. A guest counts as a
 * guest even if signed in.
 *
 * @throws session.required
 */
export const actorOf = (request: FastifyRequest): UserActor | GuestActor => request.guest ?? userOf(request);

/**
 * Returns the user where a call concerns credentials, which no access token may change.
 *
 * @throws session.required, two_factor.required, token.session_only
 */
export const signedInUserOf = (request: FastifyRequest): UserActor => {
  const actor = userOf(request);
  if (actor.scope !== undefined) throw new AppError('token.session_only');
  return actor;
};

/** The session of a request that only a signed-in browser may make. @throws session.required */
export const sessionUserOf = (request: FastifyRequest): UserActor & { readonly session: string } => {
  const actor = userOf(request);
  if (actor.session === undefined) throw new AppError('session.required');
  return { ...actor, session: actor.session };
};
