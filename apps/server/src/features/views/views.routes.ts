import * as contract from '@holdall/contract/views';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentLatest, presentNothing, presentTrash, presentTree } from './views.present.ts';
import type { ViewsService } from './views.service.ts';

const keepNowhere = (reply: FastifyReply): void => {
  reply.header('cache-control', 'private, no-store');
};

export const registerViewsRoutes = (app: FastifyInstance, { views }: { views: ViewsService }): void => {
  register(app, contract.browseLatest, async ({ request, reply }) => {
    keepNowhere(reply);
    return presentLatest(await views.latest(userOf(request)));
  });
  register(app, contract.browseShared, async ({ query, reply }) => {
    keepNowhere(reply);
    return presentNothing(query);
  });
  register(app, contract.browseTrash, async ({ params, query, request, reply }) => {
    keepNowhere(reply);
    return presentTrash(await views.trash(userOf(request), params.id, query));
  });
  register(app, contract.browseNavigation, async ({ query, request, reply }) => {
    keepNowhere(reply);
    return presentTree(await views.navigation(userOf(request), query));
  });
};
