import * as contract from '@holdall/contract/actions';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import type { FileActions } from './actions.service.ts';
import { presentItem } from './files.present.ts';

export const registerActionsRoutes = (app: FastifyInstance, { actions }: { actions: FileActions }): void => {
  register(app, contract.renameItem, async ({ params, body, request }) => {
    const { item, meta } = await actions.rename(userOf(request), { ...body, id: params.id });
    return { ...presentItem(item), meta };
  });
  register(app, contract.moveItems, async ({ body, request }) => {
    const { meta } = await actions.move(userOf(request), body);
    return { meta };
  });
  register(app, contract.undo, async ({ body, request }) => {
    const { meta } = await actions.undo(userOf(request), body.operation);
    return { meta };
  });
};
