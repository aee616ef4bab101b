import type { FastifyInstance } from 'fastify';
import { redactPath } from '#lib/redact.ts';
import { isBuiltFile } from '#http/web-app.ts';

/**
 * Logs one line a request: call, status, duration, client and link. Queries and headers are left out, because
 * they may carry secrets; paths are redacted, and a link is named by its id, never by its token. Files of the
 * web application are logged at debug level: each visit requests dozens, and they would crowd out other lines.
 */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    // `close` follows a complete answer as well as a disconnection.
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
