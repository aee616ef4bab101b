import type { FastifyRequest } from 'fastify';

/** The origin of a call, for the list of sessions and for rate limits. */
export interface Caller {
  /** As the connection or a trusted proxy says. */
  readonly address: string;
  readonly userAgent: string;
}

/** Signs of a browser's description of itself that are kept. */
const longestUserAgent = 400;

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
});
