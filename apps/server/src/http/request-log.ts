import type { FastifyInstance } from 'fastify';
import { redactPath } from '#lib/redact.ts';
import { isBuiltFile } from '#http/web-app.ts';

/**
 * One line a request: what, how it ended, how long it took, from where and by which link. No query, no header: both may
 * carry secrets, and so may a path; a link is named by its id, never by its token. Files of the web application that were
 * sent are for debugging: each visit asks for dozens, and they would push out what administrators look for.
 */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    // `close` comes after a whole answer as well as after one whose client has left.
    reply.raw.once('close', () => {
      const path = request.url.split('?', 1)[0] ?? '';
      const level = isBuiltFile(path) && reply.statusCode < 400 ? 'debug' : 'info';
      request.log[level](
        {
          method: request.method,
          path: redactPath(path),
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
