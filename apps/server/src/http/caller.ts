import type { FastifyRequest } from 'fastify';

/** The origin of a call, for the list of sessions and for rate limits. */
export interface Caller {
  /** The address by the connection or a trusted proxy. */
  readonly address: string;
  readonly userAgent: string;
}

/** Characters of a user agent that are kept. */
const longestUserAgent = 400;

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
});
