import * as contract from '@holdall/contract/listings';
import * as guests from '@holdall/contract/guests';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { itemsOf, presentListing, type ViewItems } from '#features/files/index.ts';
import { actorOf, userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentLatest, presentTrash, presentTree } from './listings.present.ts';
import type { ListingsService } from './listings.service.ts';

const forbidCaching = (reply: FastifyReply): void => {
  reply.header('cache-control', 'private, no-store');
};

export interface ListingsRouteDeps {
  readonly listings: ListingsService;
  readonly viewItems: ViewItems;
}

export const registerListingsRoutes = (
  app: FastifyInstance,
  { listings, viewItems }: ListingsRouteDeps,
): void => {
  register(app, contract.browseLatest, async ({ query, request, reply }) => {
    forbidCaching(reply);
    const actor = userOf(request);
    const latest = await listings.latest(actor, query.limit);
    return presentLatest(latest, await viewItems(actor, latest.files));
  });
  register(app, contract.browseShared, async ({ query, request, reply }) => {
    forbidCaching(reply);
    const actor = userOf(request);
    const listing = await listings.shared(actor, query);
    return presentListing(listing, await viewItems(actor, itemsOf(listing)));
  });
  register(app, contract.browseTrash, async ({ params, query, request, reply }) => {
    forbidCaching(reply);
    return presentTrash(await listings.trash(userOf(request), params.id, query));
  });
  for (const endpoint of [contract.browseNavigation, guests.browseSharedNavigation])
    register(app, endpoint, async ({ query, request, reply }) => {
      forbidCaching(reply);
      return presentTree(await listings.navigation(actorOf(request), query));
    });
};
