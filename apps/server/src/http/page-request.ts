import type { FastifyRequest } from 'fastify';

/** Addresses of programs: a person never needs a page there. */
const programs =
  /^\/(api|broadcasting|realtime|health|translations|chunks|assets|emoji|icons|logout|sandbox)(\/|$)/;

/** Files that browsers ask for by themselves. */
const files: ReadonlySet<string> = new Set(['/manifest.webmanifest', '/service-worker.js']);

/** Path of a request, without its query. */
export const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/';

/** Tells whether a person requests a page: the answer is to be read, not parsed. */
export const wantsPage = (request: FastifyRequest): boolean => {
  const path = pathOf(request);
  return (request.method === 'GET' || request.method === 'HEAD') && !programs.test(path) && !files.has(path);
};
