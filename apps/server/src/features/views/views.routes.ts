import * as contract from '@holdall/contract/views';
import * as guests from '@holdall/contract/guests';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { itemsOf, presentListing, type ViewItems } from '#features/files/index.ts';
import { actorOf, userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentLatest, presentTrash, presentTree } from './views.present.ts';
import type { ViewsService } from './views.service.ts';

const keepNowhere = (reply: FastifyReply): void => {
  reply.header('cache-control', 'private, no-store');
};

export interface ViewsRouteDeps {
  readonly views: ViewsService;
  readonly viewItems: ViewItems;
}

export const registerViewsRoutes = (app: FastifyInstance, { views, viewItems }: ViewsRouteDeps): void => {
  register(app, contract.browseLatest, async ({ query, request, reply }) => {
    keepNowhere(reply);
    const actor = userOf(request);
    const latest = await views.latest(actor, query.limit);
    return presentLatest(latest, await viewItems(actor, latest.files));
  });
  register(app, contract.browseShared, async ({ query, request, reply }) => {
    keepNowhere(reply);
    const actor = userOf(request);
    const listing = await views.shared(actor, query);
    return presentListing(listing, await viewItems(actor, itemsOf(listing)));
  });
  register(app, contract.browseTrash, async ({ params, query, request, reply }) => {
    keepNowhere(reply);
    return presentTrash(await views.trash(userOf(request), params.id, query));
  });
  for (const endpoint of [contract.browseNavigation, guests.browseSharedNavigation])
    register(app, endpoint, async ({ query, request, reply }) => {
      keepNowhere(reply);
      return presentTree(await views.navigation(actorOf(request), query));
    });
};
