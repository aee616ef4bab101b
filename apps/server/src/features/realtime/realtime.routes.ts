import * as contract from '@holdall/contract/realtime';
import type { FastifyInstance } from 'fastify';
import { guestOf, sessionUserOf, userOf } from '#http/actor.ts';
import { guardOrigin, originFactsOf } from '#http/guards.ts';
import { parse, register } from '#http/register.ts';
import { takeUpgrade } from '#http/upgrade.ts';
import { AppError } from '#lib/app-error.ts';
import type { RealtimeService } from './realtime.service.ts';

export interface RealtimeRouteDeps {
  readonly realtime: RealtimeService;
  readonly publicOrigin: () => string | undefined;
}

export const registerRealtimeRoutes = (
  app: FastifyInstance,
  { realtime, publicOrigin }: RealtimeRouteDeps,
): void => {
  register(app, contract.authorizeChannel, async ({ body, request, reply }) => {
    const { socket_id: socketId, channel_name: channel } = body;
    const token = contract.tokenOfShareChannel(channel);
    if (token === undefined) return realtime.authorize(userOf(request), { socketId, channel });
    await app.enterByLink({ request, reply }, { via: 'share', token });
    return realtime.authorize(guestOf(request), { socketId, channel });
  });
  app.get<{ Params: { key: string; token: string } }>(
    `${contract.guestsRealtimePath(':token')}/app/:key`,
    { compress: false },
    async (request, reply) => {
      guardOrigin({ ...originFactsOf(request, publicOrigin()), method: 'UPGRADE' });
      await app.enterByLink({ request, reply }, { via: 'share', token: request.params.token });
      const accept = await realtime.guestAcceptor(guestOf(request));
      if (accept === undefined) throw new AppError('request.not_found');
      const { protocol } = parse(contract.connectQuery.loose(), request.query);
      const upgrade = takeUpgrade(request, reply);
      if (upgrade === undefined) throw new AppError('request.not_found');
      accept(upgrade, { key: request.params.key, protocol });
      return reply;
    },
  );
  app.get<{ Params: { key: string } }>(
    `${contract.realtimePath}/app/:key`,
    { compress: false },
    async (request, reply) => {
      // Any site's page may open a WebSocket to any other, with its cookies, so only the origin tells them apart.
      guardOrigin({ ...originFactsOf(request, publicOrigin()), method: 'UPGRADE' });
      const accept = await realtime.acceptor();
      if (accept === undefined) throw new AppError('request.not_found');
      const { id: userId, session } = sessionUserOf(request);
      const { protocol } = parse(contract.connectQuery.loose(), request.query);
      const upgrade = takeUpgrade(request, reply);
      if (upgrade === undefined) throw new AppError('request.not_found');
      accept(upgrade, { userId, session }, { key: request.params.key, protocol });
      return reply;
    },
  );
};
