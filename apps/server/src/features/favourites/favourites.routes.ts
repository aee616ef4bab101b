import * as contract from '@holdall/contract/listings';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import type { FavouritesService } from './favourites.service.ts';

export const registerFavouritesRoutes = (
  app: FastifyInstance,
  { favourites }: { favourites: FavouritesService },
): void => {
  register(app, contract.addFavourites, async ({ body, request }) => ({
    data: await favourites.add(
      userOf(request),
      body.folders.map(({ id }) => id),
    ),
  }));
  register(app, contract.orderFavourites, async ({ body, request }) => ({
    data: await favourites.order(
      userOf(request),
      body.folders.map(({ id }) => id),
    ),
  }));
  register(app, contract.removeFavourite, async ({ params, request }) => ({
    data: await favourites.remove(userOf(request), params.id),
  }));
};
