import * as contract from '@holdall/contract/collections';
import type { FastifyInstance } from 'fastify';
import { presentItem, type ViewItems } from '#features/files/index.ts';
import { presentShare } from '#features/links/index.ts';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentCollection } from './collections.present.ts';
import type { CollectionsService } from './collections.service.ts';

export interface CollectionsRouteDeps {
  readonly collections: CollectionsService;
  readonly viewItems: ViewItems;
  /** Returns the application's public origin. */
  readonly publicAddress: () => string;
}

export const registerCollectionsRoutes = (
  app: FastifyInstance,
  { collections, viewItems, publicAddress }: CollectionsRouteDeps,
): void => {
  register(app, contract.createCollection, async ({ body, request }) =>
    presentShare(await collections.create(userOf(request), body), publicAddress()),
  );
  register(app, contract.listCollections, async ({ query, request }) => {
    const { collections: page, next } = await collections.list(userOf(request), query);
    return { data: page.map((one) => presentCollection(one, publicAddress())), meta: { next } };
  });
  register(app, contract.listCollectionItems, async ({ params, request }) => {
    const actor = userOf(request);
    const items = await collections.items(actor, params.token);
    const view = await viewItems(actor, items);
    return { data: items.map((row) => presentItem(row, view).data) };
  });
  register(app, contract.updateCollection, async ({ params, body, request }) => ({
    meta: { items: await collections.change(userOf(request), params.token, body) },
  }));
};
