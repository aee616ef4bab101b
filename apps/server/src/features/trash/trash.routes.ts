import * as contract from '@holdall/contract/actions';
import { removeSharedItems } from '@holdall/contract/guests';
import type { FastifyInstance } from 'fastify';
import { actorOf, userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import type { TrashService } from './trash.service.ts';

export const registerTrashRoutes = (app: FastifyInstance, { trash }: { trash: TrashService }): void => {
  for (const endpoint of [contract.removeItems, removeSharedItems])
    register(app, endpoint, async ({ body, request }) => ({
      meta: await trash.remove(actorOf(request), body),
    }));
  register(app, contract.restoreItems, async ({ body, request }) => ({
    meta: await trash.restore(userOf(request), body),
  }));
  register(app, contract.emptyTrash, async ({ request }) => ({ meta: await trash.empty(userOf(request)) }));
};
