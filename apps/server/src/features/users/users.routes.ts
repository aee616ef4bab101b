import * as contract from '@holdall/contract/users';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentUser } from './users.present.ts';
import type { UsersService } from './users.service.ts';

export const registerUsersRoutes = (app: FastifyInstance, { users }: { users: UsersService }): void => {
  register(app, contract.getUser, async ({ request }) => presentUser(await users.getOwn(userOf(request))));
  register(app, contract.updateUserSettings, async ({ request, body }) => {
    await users.changeOwnSetting(userOf(request), body);
    return undefined;
  });
};
