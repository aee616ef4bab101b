import * as contract from '@holdall/contract/listings';
import { searchShare } from '@holdall/contract/guests';
import type { FastifyInstance } from 'fastify';
import type { ViewItems } from '#features/files/index.ts';
import { actorOf } from '#http/actor.ts';
import { isClientGone } from '#http/client-gone.ts';
import { register } from '#http/register.ts';
import { presentResults } from './search.present.ts';
import type { SearchService } from './search.service.ts';

export interface SearchRouteDeps {
  readonly search: SearchService;
  readonly viewItems: ViewItems;
}

/** @returns milliseconds since 1970 */
const timeOf = (date: string | undefined): number | undefined =>
  date === undefined ? undefined : Date.parse(date);

export const registerSearchRoutes = (app: FastifyInstance, { search, viewItems }: SearchRouteDeps): void => {
  for (const endpoint of [contract.search, searchShare])
    register(app, endpoint, async ({ query, request, reply }) => {
      reply.header('cache-control', 'private, no-store');
      const actor = actorOf(request);
      const { category, added_after: added, modified_after: modified, ...sized } = query;
      const { min_size: minSize, max_size: maxSize, ...asked } = sized;
      const results = await search.search(actor, {
        ...asked,
        filter: { category, after: timeOf(added), modifiedAfter: timeOf(modified), minSize, maxSize },
        isClientGone: () => isClientGone(request),
      });
      const items = [...results.folders.items, ...results.files.items].map(({ item }) => item);
      return presentResults(results, await viewItems(actor, items));
    });
};
