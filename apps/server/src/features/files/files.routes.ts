import * as contract from '@holdall/contract/files';
import * as guests from '@holdall/contract/guests';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { sendTagged } from '#http/tagged-answer.ts';
import { presentDetails, presentItem, presentListing } from './files.present.ts';
import type { FilesService } from './files.service.ts';
import { itemsOf, type ViewItems } from './item-views.service.ts';

export interface FilesRouteDeps {
  readonly files: FilesService;
  readonly viewItems: ViewItems;
}

export const registerFilesRoutes = (app: FastifyInstance, { files, viewItems }: FilesRouteDeps): void => {
  for (const endpoint of [contract.browseFolder, guests.browseSharedFolder])
    register(app, endpoint, async ({ params, query, request, reply }) => {
      reply.header('cache-control', 'private, no-store');
      const actor = actorOf(request);
      const listing = await files.browse(actor, params.id, query);
      return sendTagged(
        { request, reply },
        presentListing(listing, await viewItems(actor, itemsOf(listing))),
      );
    });
  for (const endpoint of [contract.getItem, guests.getSharedItem])
    register(app, endpoint, async ({ params, query, request }) => {
      const actor = actorOf(request);
      const treeRev = query.tree_rev === true;
      const details = await files.getDetails(actor, params.id, { treeRev });
      return presentDetails(details, await viewItems(actor, [details.item]));
    });
  for (const endpoint of [contract.createFolder, guests.createSharedFolder])
    register(app, endpoint, async ({ body, request }) => {
      const actor = actorOf(request);
      const folder = await files.createFolder(actor, body);
      return presentItem(folder, await viewItems(actor, [folder]));
    });
};
