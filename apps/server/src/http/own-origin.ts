import type { FastifyRequest } from 'fastify';

/** Returns the origin of a request's own address, as browsers write it: proxies may add the default port. */
export const ownOriginOf = (request: FastifyRequest): string => {
  const told = `${request.protocol}://${request.host}`;
  return URL.canParse(told) ? new URL(told).origin : told;
};
