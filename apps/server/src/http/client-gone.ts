import type { FastifyRequest } from 'fastify';

/** Whether nobody waits for an answer any more: what only the answer needs may be left undone. */
export const isClientGone = (request: FastifyRequest): boolean => request.raw.socket.destroyed;
