import * as contract from '@holdall/contract/files';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentDetails, presentItem, presentListing } from './files.present.ts';
import type { FilesService } from './files.service.ts';

export const registerFilesRoutes = (app: FastifyInstance, { files }: { files: FilesService }): void => {
  register(app, contract.browseFolder, async ({ params, query, request, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return presentListing(await files.browse(userOf(request), params.id, query));
  });
  register(app, contract.getItem, async ({ params, request }) => {
    return presentDetails(await files.getDetails(userOf(request), params.id));
  });
  register(app, contract.createFolder, async ({ body, request }) =>
    presentItem(await files.createFolder(userOf(request), body)),
  );
};
