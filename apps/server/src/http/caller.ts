import type { FastifyRequest } from 'fastify';
import type { Caller } from '#lib/caller.ts';

/** Characters of a user agent that are kept. */
const longestUserAgent = 400;

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
});
