import * as contract from '@holdall/contract/actions';
import * as guests from '@holdall/contract/guests';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import type { FileActions } from './actions.service.ts';
import { presentItem } from './files.present.ts';
import type { ViewItems } from './item-views.service.ts';

export interface ActionsRouteDeps {
  readonly actions: FileActions;
  readonly viewItems: ViewItems;
}

export const registerActionsRoutes = (
  app: FastifyInstance,
  { actions, viewItems }: ActionsRouteDeps,
): void => {
  for (const endpoint of [contract.renameItem, guests.renameSharedItem])
    register(app, endpoint, async ({ params, body, request }) => {
      const actor = actorOf(request);
      const { item, meta } = await actions.rename(actor, { ...body, id: params.id });
      return { ...presentItem(item, await viewItems(actor, [item])), meta };
    });
  for (const endpoint of [contract.moveItems, guests.moveSharedItems])
    register(app, endpoint, async ({ body, request }) => {
      const { meta } = await actions.move(actorOf(request), body);
      return { meta };
    });
  for (const endpoint of [contract.copyItems, guests.copySharedItems])
    register(app, endpoint, async ({ body, request }) => {
      const { meta } = await actions.copy(actorOf(request), body);
      return { meta };
    });
  for (const endpoint of [contract.undo, guests.undoShared])
    register(app, endpoint, async ({ body, request }) => {
      const { meta } = await actions.undo(actorOf(request), body.operation);
      return { meta };
    });
};
