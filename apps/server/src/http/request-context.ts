import { socketHeader, socketId } from '@holdall/contract/realtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@holdall/contract/endpoint';
import type { GuestActor, UserActor } from '#lib/actor.ts';
import { callerOf } from '#http/caller.ts';
import type { NoteProblem } from '#http/error-handler.ts';
import { createHostGuard } from '#http/host-guard.ts';
import { linkCookieOf } from '#http/link-cookie.ts';
import { guardOrigin, guardRoom, originFactsOf, type RoomRule } from '#http/guards.ts';
import { ownOriginOf } from '#http/own-origin.ts';
import { setSecurityHeaders } from '#http/security-headers.ts';
import { sessionTokenOf } from '#http/session-cookie.ts';
import { wantsWebSocket } from '#http/upgrade.ts';
import { AppError } from '#lib/app-error.ts';
import type { SpaceGuard } from '#ports/space-guard.ts';

/** The credential of a request: a browser's session, or a program's personal access token. */
export interface Credential {
  readonly kind: 'session' | 'bearer';
  readonly token: string;
}

export interface RequestContextOptions {
  /** The public origin, where one is configured or stored; it may differ at the next request. */
  readonly publicOrigin: () => string | undefined;
  /** Returns the user of a credential; undefined for an expired or unknown one. */
  readonly authenticate: (credential: Credential) => Promise<UserActor | undefined>;
  /** Admits the guest of a link's token; throws the link's refusal. Undefined before the installation. */
  readonly openLink?: (access: LinkAccessRequest) => Promise<GuestActor>;
  /**
   * A header that authenticates: no page of another site can send it, so its origin is not checked. Undefined:
   * there is none.
   */
  readonly ownHeader?: string;
  /** Tells whether an address has expired: it is answered without authentication. */
  readonly isOver?: (url: string) => boolean;
  /** Host names of this server beside its public address; undefined: any name is accepted. */
  readonly hostNames?: readonly string[] | undefined;
  /** True if subdomains of the public address are held to HTTPS, too. */
  readonly hstsSubdomains?: boolean;
  /** Knows whether the disk of the database is full; undefined: there is no such guard. */
  readonly space?: SpaceGuard | undefined;
  /** Watches a guest until the answer has ended; calls `end` where the link ends before. */
  readonly watchGuest?: (guest: GuestActor, end: () => void) => () => void;
}

/** The credentials of a request to a link. */
export interface LinkAccessRequest extends Pick<Endpoint, 'via' | 'edits' | 'closed'> {
  readonly token: string;
  /** The cookie of this link. */
  readonly cookie: string | undefined;
}

/**
 * Tells whether people reach this server over HTTPS: as configured, else as the connection or a trusted proxy
 * reports.
 */
export const isHttpsRequest = (request: FastifyRequest, publicOrigin: string | undefined): boolean =>
  publicOrigin === undefined ? request.protocol === 'https' : publicOrigin.startsWith('https:');

/** The public origin, as configured or as the request reached us. */
export const originOfRequest = (request: FastifyRequest, publicOrigin: string | undefined): string =>
  publicOrigin ?? ownOriginOf(request);

const hasOverride = (request: FastifyRequest): boolean =>
  request.headers['x-http-method-override'] !== undefined ||
  request.headers['x-http-method'] !== undefined ||
  request.headers['x-method-override'] !== undefined ||
  (typeof request.query === 'object' && request.query !== null && '_method' in request.query);

/** Static files are public: looking up a session for them would be waste. */
const isStatic = (url: string): boolean =>
  /^\/(?:(?:chunks|assets|emoji|icons)\/|service-worker\.js$)/.test(url);

/** Returns the page's own realtime connection; anything else is ignored. */
const socketOf = (request: FastifyRequest): string | undefined =>
  socketId.safeParse(request.headers[socketHeader]).data;

/** `Authorization: Bearer …`. Browsers never send it by themselves, whichever site asks them to. */
const bearerOf = (request: FastifyRequest): Credential | undefined => {
  const [, token] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  return token === undefined ? undefined : { kind: 'bearer', token };
};

const cookieOf = (request: FastifyRequest, https: boolean): Credential | undefined => {
  const token = sessionTokenOf(request, https);
  return token === undefined ? undefined : { kind: 'session', token };
};

/** As little of what a guest may do as an answer needs to go on. */
const neededFor = (
  { params }: FastifyRequest,
  guest: GuestActor,
  { edits }: Pick<LinkAccessRequest, 'edits'>,
): GuestActor => {
  const { collection } = guest;
  const { id = '' } = params as { readonly id?: string };
  const member = collection?.members.get(id);
  return {
    ...guest,
    // A visitor's rights go on where editing has ended.
    rights: guest.rights === 'editor' && edits !== true ? 'visitor' : guest.rights,
    // An item of a collection stays accessible when others are removed.
    collection: collection && member ? { ...collection, members: new Map([[id, member]]) } : collection,
  };
};

interface Entering {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Notes a problem that is answered otherwise than as that of the whole call. */
    noteProblem: NoteProblem;
    /** Looks whether there is room for what an endpoint does. @throws storage.disk_full */
    expectRoom: (endpoint: RoomRule) => Promise<void>;
    /** Admits the sender of a request by a link. @throws the link's refusal */
    enterByLink: (entering: Entering, access: Omit<LinkAccessRequest, 'cookie'>) => Promise<void>;
  }
}

/** Runs before every route: origin check, headers, authentication. */
export const registerRequestContext = (
  app: FastifyInstance,
  {
    publicOrigin,
    authenticate,
    openLink,
    watchGuest,
    ownHeader,
    isOver,
    hostNames,
    hstsSubdomains = false,
    space,
  }: RequestContextOptions,
): void => {
  const guardHost = hostNames === undefined ? undefined : createHostGuard(hostNames);
  app.decorateRequest('actor');
  app.decorateRequest('isBeforeTwoFactor', false);
  app.decorateRequest('guest');
  app.decorateRequest('linkId');
  app.decorate('expectRoom', (endpoint: RoomRule) => guardRoom(endpoint, space));
  app.decorate(
    'enterByLink',
    async ({ request, reply }: Entering, access: Omit<LinkAccessRequest, 'cookie'>): Promise<void> => {
      const { token } = access;
      if (openLink === undefined) throw new AppError('request.not_found');
      const cookie = linkCookieOf(request, { token, https: isHttpsRequest(request, publicOrigin()) });
      const guest = await openLink({ ...access, cookie });
      request.linkId = guest.linkId;
      request.guest = { ...guest, origin: socketOf(request), caller: callerOf(request) };
      // Content of links is for their guests, not for search engines.
      reply.header('x-robots-tag', 'noindex');
      // A WebSocket closes itself when the link ends, and its handler watches it. A disconnected client needs
      // no watching.
      if (wantsWebSocket(request.raw) || request.raw.socket.destroyed) return;
      // A transfer may take hours: it stops with the link.
      const unwatch = watchGuest?.(neededFor(request, guest, access), () => request.raw.destroy());
      if (unwatch !== undefined) reply.raw.once('close', unwatch);
    },
  );
  app.addHook('onRequest', async (request, reply) => {
    const ownOrigin = publicOrigin();
    const https = isHttpsRequest(request, ownOrigin);
    setSecurityHeaders(reply, { https, hstsSubdomains });
    reply.header('x-request-id', request.id);
    if (isStatic(request.url) || isOver?.(request.url) === true) return undefined;
    if (guardHost?.(request, reply, ownOrigin) === true) return reply;
    if (hasOverride(request)) throw new AppError('request.method_not_allowed');
    // A token is the program's own and decides alone; only a cookie can be sent at another site's access.
    const bearer = bearerOf(request);
    const isOwn = ownHeader !== undefined && request.headers[ownHeader] !== undefined;
    if (bearer === undefined && !isOwn) guardOrigin(originFactsOf(request, ownOrigin));
    const credential = bearer ?? cookieOf(request, https);
    const actor = credential === undefined ? undefined : await authenticate(credential);
    request.actor = actor && { ...actor, origin: socketOf(request) };
    return undefined;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
  });
};
