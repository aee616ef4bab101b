import * as contract from '@holdall/contract/users';
import type { Favourite } from '@holdall/contract/users';
import type { FastifyInstance } from 'fastify';
import { type UserActor, userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentUser } from './users.present.ts';
import type { UsersService } from './users.service.ts';

export interface UsersRouteDeps {
  readonly users: UsersService;
  /** Whether a user's storage has reached its capacity. */
  readonly isStorageFull: (userId: string) => Promise<boolean>;
  /** The folders that a user keeps at hand, in order. */
  readonly favouritesOf: (actor: UserActor) => Promise<Favourite[]>;
}

export const registerUsersRoutes = (
  app: FastifyInstance,
  { users, isStorageFull, favouritesOf }: UsersRouteDeps,
): void => {
  register(app, contract.getUser, async ({ request }) => {
    const actor = userOf(request);
    const [user, isFull, favourites] = await Promise.all([
      users.getOwn(actor),
      isStorageFull(actor.id),
      favouritesOf(actor),
    ]);
    return presentUser(user, { isStorageFull: isFull, favourites });
  });
  register(app, contract.updateUserSettings, async ({ request, body }) => {
    await users.changeOwnSetting(userOf(request), body);
    return undefined;
  });
};
