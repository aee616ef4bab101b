import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { find } from './files.repo.ts';
import { lock } from './file-lock.ts';

export const routes = (app: FastifyInstance) => [app, sql, find, lock];
