import type { FastifyRequest } from 'fastify';

/** Tells whether the client has disconnected: work for the answer alone may be skipped. */
export const isClientGone = (request: FastifyRequest): boolean => request.raw.socket.destroyed;
