import * as contract from '@holdall/contract/listings';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import type { FavouritesService } from './favourites.service.ts';

export const registerFavouritesRoutes = (
  app: FastifyInstance,
  { favourites }: { favourites: FavouritesService },
): void => {
  register(app, contract.addFavourites, ({ body, request }) =>
    favourites.add(
      userOf(request),
      body.folders.map(({ id }) => id),
    ),
  );
  register(app, contract.orderFavourites, ({ body, request }) =>
    favourites.order(
      userOf(request),
      body.folders.map(({ id }) => id),
    ),
  );
  register(app, contract.removeFavourite, ({ params, request }) =>
    favourites.remove(userOf(request), params.id),
  );
};
