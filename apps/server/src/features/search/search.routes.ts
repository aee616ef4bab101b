import * as contract from '@holdall/contract/views';
import type { FastifyInstance } from 'fastify';
import type { ViewItems } from '#features/files/index.ts';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentResults } from './search.present.ts';
import type { SearchService } from './search.service.ts';

export interface SearchRouteDeps {
  readonly search: SearchService;
  readonly viewItems: ViewItems;
}

export const registerSearchRoutes = (app: FastifyInstance, { search, viewItems }: SearchRouteDeps): void => {
  register(app, contract.search, async ({ query, request, reply }) => {
    reply.header('cache-control', 'private, no-store');
    const actor = userOf(request);
    const results = await search.search(actor, query);
    const items = [...results.folders, ...results.files].map(({ item }) => item);
    return presentResults(results, await viewItems(actor, items));
  });
};
