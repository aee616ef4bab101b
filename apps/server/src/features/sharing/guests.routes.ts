import * as contract from '@holdall/contract/guests';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { guestOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { linkCookieOf, setLinkCookie } from '#http/link-cookie.ts';
import { register } from '#http/register.ts';
import { presentOpened } from './guests.present.ts';
import type { GuestsService } from './guests.service.ts';

export interface GuestsRouteDeps {
  readonly guests: GuestsService;
  /** Tells whether the request reached this server by HTTPS. */
  readonly isHttps: (request: FastifyRequest) => boolean;
}

export const registerGuestsRoutes = (app: FastifyInstance, { guests, isHttps }: GuestsRouteDeps): void => {
  register(app, contract.openShare, async ({ params: { token }, request, reply }) => {
    const of = { token, https: isHttps(request) };
    const { cookie, ...opened } = await guests.view(guestOf(request), { begins: request.method === 'GET' });
    if (cookie !== undefined) setLinkCookie(reply, of, cookie);
    return presentOpened(opened);
  });
  register(app, contract.unlockShare, async ({ params: { token }, body, request, reply }) => {
    const of = { token, https: isHttps(request) };
    const { cookie, type, linkId } = await guests.unlock({
      token,
      cookie: linkCookieOf(request, of),
      password: body.password,
      caller: callerOf(request),
    });
    request.linkId = linkId;
    setLinkCookie(reply, of, cookie);
    return { data: { type } };
  });
};
