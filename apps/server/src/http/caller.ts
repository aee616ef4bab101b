import type { FastifyRequest } from 'fastify';

/** From where somebody calls: what is told of a session, and what limits are kept by. */
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
