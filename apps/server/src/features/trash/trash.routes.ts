import * as contract from '@holdall/contract/actions';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import type { TrashService } from './trash.service.ts';

export const registerTrashRoutes = (app: FastifyInstance, { trash }: { trash: TrashService }): void => {
  register(app, contract.removeItems, async ({ body, request }) => ({
    meta: await trash.remove(userOf(request), body),
  }));
  register(app, contract.restoreItems, async ({ body, request }) => ({
    meta: await trash.restore(userOf(request), body),
  }));
  register(app, contract.emptyTrash, async ({ request }) => ({ meta: await trash.empty(userOf(request)) }));
};
