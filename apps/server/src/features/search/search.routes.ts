import * as contract from '@holdall/contract/views';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentResults } from './search.present.ts';
import type { SearchService } from './search.service.ts';

export const registerSearchRoutes = (app: FastifyInstance, { search }: { search: SearchService }): void => {
  register(app, contract.search, async ({ query, request, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return presentResults(await search.search(userOf(request), query));
  });
};
