import type { FastifyInstance } from 'fastify';
import { drainBodyAfterAnswer } from '#http/drain-body.ts';
import { AppError } from '#lib/app-error.ts';

/** Has the routes of a scope get bodies of any type as they come, and refuse them early where they must. */
export const takeRawBodies = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.addHook('onRequest', async (request, reply) => {
    drainBodyAfterAnswer(request.raw, reply.raw);
    // Files are stored as sent, so a content encoding could not be told from the file.
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') throw new AppError('request.unsupported_type');
  });
};
