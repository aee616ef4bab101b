import * as contract from '@holdall/contract/users';
import type { Favourite } from '@holdall/contract/users';
import type { FastifyInstance } from 'fastify';
import { type UserActor, userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { type CredentialFacts, presentUser } from './users.present.ts';
import type { UsersService } from './users.service.ts';

export interface UsersRouteDeps {
  readonly users: UsersService;
  /** What opens a user's account. */
  readonly credentialsOf: (userId: string) => Promise<CredentialFacts>;
  /** Whether a user's storage has reached its capacity. */
  readonly isStorageFull: (userId: string) => Promise<boolean>;
  /** The folders that a user keeps at hand, in order. */
  readonly favouritesOf: (actor: UserActor) => Promise<Favourite[]>;
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
