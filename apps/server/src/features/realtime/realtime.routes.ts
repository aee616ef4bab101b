import * as contract from '@holdall/contract/realtime';
import type { FastifyInstance } from 'fastify';
import { sessionUserOf, userOf } from '#http/actor.ts';
import { guardOrigin, originFactsOf } from '#http/guards.ts';
import { parse, register } from '#http/register.ts';
import { takeUpgrade } from '#http/upgrade.ts';
import { AppError } from '#lib/app-error.ts';
import type { RealtimeService } from './realtime.service.ts';

export interface RealtimeRouteDeps {
  readonly realtime: RealtimeService;
  readonly publicOrigin: string | undefined;
}

export const registerRealtimeRoutes = (
  app: FastifyInstance,
  { realtime, publicOrigin }: RealtimeRouteDeps,
): void => {
  register(app, contract.authorizeChannel, async ({ body, request }) =>
    realtime.authorize(userOf(request), { socketId: body.socket_id, channel: body.channel_name }),
  );
  app.get<{ Params: { key: string } }>(
    `${contract.realtimePath}/app/:key`,
    { compress: false },
    async (request, reply) => {
      // Any site's page may open a WebSocket to any other, with its cookies: the origin is all that tells.
      guardOrigin({ ...originFactsOf(request, publicOrigin), method: 'UPGRADE' });
      const enter = await realtime.entrance();
      if (enter === undefined) throw new AppError('request.not_found');
      const { id: userId, session } = sessionUserOf(request);
      const { protocol } = parse(contract.connectQuery.loose(), request.query);
      const upgrade = takeUpgrade(request, reply);
      if (upgrade === undefined) throw new AppError('request.not_found');
      enter(upgrade, { userId, session }, { key: request.params.key, protocol });
      return reply;
    },
  );
};
