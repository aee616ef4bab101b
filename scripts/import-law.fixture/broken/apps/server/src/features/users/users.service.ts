// breaks: feature-order, services-build-no-queries, only-routes-speak-http
import type { FastifyRequest } from 'fastify';
import { files } from '#features/files/index.ts';

export interface UsersService {
  readonly request: FastifyRequest;
}
export const users = (db: { selectFrom: (table: string) => unknown }) => [files, db.selectFrom('users')];
