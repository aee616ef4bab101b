import * as avatars from '@holdall/contract/admin-avatars';
import * as contract from '@holdall/contract/admin-users';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { presentStorage } from '#features/usage/index.ts';
import { signedInUserOf, userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { nameIn, readImage } from '#http/form-image.ts';
import { takeRawBodies } from '#http/raw-bodies.ts';
import { register } from '#http/register.ts';
import { presentManagedUser, presentPasswordLink } from './users.present.ts';
import type { AdminUsersService } from './users.ts';
import type { Administrator } from './users.types.ts';

export interface AdminUsersRouteDeps {
  readonly admin: { readonly users: AdminUsersService };
}

const adminOf = (request: FastifyRequest): Administrator => ({
  actor: userOf(request),
  caller: callerOf(request),
});

export const registerAdminUsersRoutes = (
  app: FastifyInstance,
  { admin: { users: adminUsers } }: AdminUsersRouteDeps,
): void => {
  const answerOne = async (id: string) => ({ data: presentManagedUser(await adminUsers.get(id)) });

  register(app, contract.listUsers, async ({ query }) => {
    const { users, total, offset, limit } = await adminUsers.list(query);
    return {
      data: users.map((user) => presentManagedUser(user)),
      meta: { total, offset, limit },
    };
  });
  register(app, contract.createUser, async ({ body, request }) => {
    if (body.role === 'admin') signedInUserOf(request);
    return answerOne(await adminUsers.create(adminOf(request), body));
  });
  register(app, contract.getManagedUser, ({ params }) => answerOne(params.id));
  register(app, contract.updateManagedUser, async ({ params, body, request }) => {
    // Reading an account's mails is enough to choose its password.
    if (body.email !== undefined) signedInUserOf(request);
    await adminUsers.change(adminOf(request), params.id, body);
    return answerOne(params.id);
  });
  register(app, contract.updateUserRole, async ({ params, body, request }) => {
    await adminUsers.changeRole(adminOf(request), params.id, body.role);
    return answerOne(params.id);
  });
  register(app, contract.getUserStorage, async ({ params }) =>
    presentStorage(await adminUsers.getStorage(params.id)),
  );
  register(app, contract.updateUserStorage, async ({ params, body, request }) => {
    await adminUsers.changeCapacity(adminOf(request), params.id, body.capacity);
    return answerOne(params.id);
  });
  register(app, contract.updateUserRestrictions, async ({ params, body, request }) => {
    await adminUsers.restrict(adminOf(request), params.id, body);
    return answerOne(params.id);
  });
  register(app, contract.sendUserPasswordReset, async ({ params, request }) => {
    await adminUsers.sendPasswordReset(adminOf(request), params.id);
    return undefined;
  });
  register(app, contract.createResetLink, async ({ params, body, request }) =>
    presentPasswordLink(await adminUsers.createResetLink(adminOf(request), params.id, body.current_password)),
  );
  register(app, contract.createInvitationLink, async ({ params, request }) =>
    presentPasswordLink(await adminUsers.createInvitationLink(adminOf(request), params.id)),
  );
  register(app, contract.endUserSessions, async ({ params, request }) => ({
    ended: await adminUsers.endSessions(adminOf(request), params.id),
  }));
  register(app, contract.resetUserTwoFactor, async ({ params, body, request }) => {
    await adminUsers.resetTwoFactor(adminOf(request), params.id, body.current_password);
    return answerOne(params.id);
  });
  register(app, contract.deleteUser, async ({ params, body, request }) => {
    await adminUsers.remove(adminOf(request), params.id, body.name);
    return undefined;
  });
  register(app, avatars.removeUserAvatar, async ({ params, request }) => {
    await adminUsers.removeAvatar(adminOf(request), params.id);
    return answerOne(params.id);
  });
  void app.register(async (scope) => {
    takeRawBodies(scope);
    for (const endpoint of [avatars.updateUserAvatar, avatars.replaceUserAvatar])
      register(scope, endpoint, async ({ params, request }) => {
        await readImage(request, ({ bytes }, whole) =>
          adminUsers.setAvatar(adminOf(request), params.id, {
            bytes,
            formOk: async () => nameIn(endpoint.body, await whole()),
          }),
        );
        return answerOne(params.id);
      });
  });
};
