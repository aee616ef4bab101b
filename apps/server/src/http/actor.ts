import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '@holdall/contract/account';
import type { Role } from '@holdall/contract/permissions';
import { AppError } from '#lib/app-error.ts';

/** A signed-in person, as far as permission is concerned. */
export interface UserActor {
  readonly kind: 'user';
  readonly id: string;
  readonly role: Role;
  readonly canUpload: boolean;
  readonly canDownload: boolean;
  readonly canCreateFolder: boolean;
  /** The session that the person acts by: a signed-in browser. */
  readonly session?: string | undefined;
  /** What the personal access token may do that a program acts by, on the person's behalf. */
  readonly scope?: TokenScope | undefined;
  /** The realtime connection of the page that calls: it is not told of its own changes. */
  readonly origin?: string | undefined;
}
/** The application itself: jobs, set-up, commands. */
export interface SystemActor {
  readonly kind: 'system';
}
/** Who acts. It is found once, here, and passed down to every service. */
export type Actor = UserActor | SystemActor;

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for nobody; set before the handler runs. */
    actor: UserActor | undefined;
  }
}

/** The realtime connection that an actor's changes come from. */
export const originOf = (actor: Actor): string | undefined =>
  actor.kind === 'user' ? actor.origin : undefined;

/** The name under which uploads and limits know an actor. */
export const principalOf = (actor: Pick<UserActor, 'kind' | 'id'> | SystemActor): string =>
  actor.kind === 'user' ? `user:${actor.id}` : 'system';

/** The signed-in user of a request behind a guard. @throws session.required */
export const userOf = (request: FastifyRequest): UserActor => {
  if (request.actor === undefined) throw new AppError('session.required');
  return request.actor;
};

/**
 * Who acts where a call turns out to be about what opens accounts, which no access token does.
 *
 * @throws session.required, token.session_only
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
