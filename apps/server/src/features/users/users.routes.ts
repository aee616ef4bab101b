import * as contract from '@holdall/contract/users';
import type { FavouriteLists } from '@holdall/contract/users';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import type { UserActor } from '#lib/actor.ts';
import { register } from '#http/register.ts';
import { type CredentialFacts, presentUser } from './users.present.ts';
import type { UsersService } from './users.service.ts';

export interface UsersRouteDeps {
  readonly users: UsersService;
  /** Returns facts about the user's credentials. */
  readonly credentialsOf: (userId: string) => Promise<CredentialFacts>;
  /** Tells whether a user's storage has reached its capacity. */
  readonly isStorageFull: (userId: string) => Promise<boolean>;
  /** Returns a user's favourite folders and files, in order. */
  readonly favouritesOf: (actor: UserActor) => Promise<FavouriteLists>;
}

export const registerUsersRoutes = (
  app: FastifyInstance,
  { users, credentialsOf, isStorageFull, favouritesOf }: UsersRouteDeps,
): void => {
  register(app, contract.getUser, async ({ request }) => {
    const actor = userOf(request);
    const [user, credentials, isFull, favourites] = await Promise.all([
      users.getOwn(actor),
      credentialsOf(actor.id),
      isStorageFull(actor.id),
      favouritesOf(actor),
    ]);
    return presentUser(user, {
      credentials,
      isTwoFactorRequired: actor.requiredFactor !== undefined,
      isStorageFull: isFull,
      favourites,
    });
  });
  register(app, contract.updateUserSettings, async ({ request, body }) => {
    await users.changeOwnSetting(userOf(request), body);
    return undefined;
  });
};
