import type { FastifyRequest } from 'fastify';
import { files } from '#features/files/index.ts';
import type { settings } from '#features/settings/index.ts';

export const users = (request: FastifyRequest, all: typeof settings) => [request, all, files];
