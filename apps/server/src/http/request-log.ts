import type { FastifyInstance } from 'fastify';
import { maskedPath } from '#lib/masked.ts';

/**
 * One line a request: what, how it ended, how long it took, from where and by which link. No query, no header: both may
 * carry secrets, and so may a path; a link is named by its id, never by its token.
 */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    // `close` comes after a whole answer as well as after one whose client has left.
    reply.raw.once('close', () => {
      request.log.info(
        {
          method: request.method,
          path: maskedPath(request.url.split('?', 1)[0] ?? ''),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          address: request.ip,
          ...(reply.raw.writableFinished ? {} : { aborted: true }),
          ...(request.actor === undefined ? {} : { user: request.actor.id }),
          ...(request.linkId === undefined ? {} : { link: request.linkId }),
        },
        'request',
      );
    });
  });
};
