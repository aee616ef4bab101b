import * as contract from '@holdall/contract/uploads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { presentItem } from '#features/files/index.ts';
import { userOf } from '#http/actor.ts';
import { readFormFile } from '#http/form-file.ts';
import { BrokenBodyError, bodyOf } from '#http/incoming-bytes.ts';
import { countUnwanted } from '#http/linger.ts';
import { takeRawBodies } from '#http/raw-bodies.ts';
import { parse, register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import { uploadIncomplete } from './uploads.errors.ts';
import type { UploadsService } from './uploads.service.ts';
import { wishOfChunk, wishOfQuery } from './wishes.service.ts';

const lengthOf = ({ headers }: FastifyRequest): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** A request that lost its body on the way must not become an empty file; an empty body says so. */
const requireBody = ({ headers }: FastifyRequest): void => {
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return;
  throw new AppError('request.malformed', {
    message: 'The request has no body: send the file with Content-Length or Transfer-Encoding: chunked.',
  });
};

export const registerUploadsRoutes = (
  app: FastifyInstance,
  { uploads }: { uploads: UploadsService },
): void => {
  register(app, contract.uploadStatus, async ({ params, request }) => ({
    upload_id: params.name,
    offset: await uploads.getOffset(userOf(request), params.name),
  }));
  register(app, contract.cancelUpload, async ({ params, request }) => {
    await uploads.cancel(userOf(request), params.name);
    return undefined;
  });

  void app.register(async (scope) => {
    takeRawBodies(scope);
    scope.addHook('onRequest', async (request, reply) => {
      const { actor } = request;
      if (actor === undefined) return;
      countUnwanted(request.raw, reply.raw, (bytes) => uploads.countUnwanted(actor, bytes));
    });

    register(scope, contract.upload, async ({ query, request }) => {
      if (/^multipart\//i.test(request.headers['content-type'] ?? ''))
        throw new AppError('request.unsupported_type');
      requireBody(request);
      const outcome = await uploads.receive(
        userOf(request),
        wishOfQuery(query, {
          type: request.headers['content-type'],
          length: lengthOf(request),
          expected: lengthOf(request),
        }),
        bodyOf(request.raw),
      );
      if (outcome.kind === 'progress') throw uploadIncomplete(outcome.offset);
      return presentItem(outcome.item);
    });

    register(scope, contract.uploadChunk, async ({ request, reply }) => {
      const actor = userOf(request);
      try {
        const outcome = await readFormFile(request.raw, (fields, { bytes, ...facts }) =>
          uploads.receive(
            actor,
            wishOfChunk(parse(contract.chunkFields, fields), { ...facts, length: undefined }),
            bytes,
          ),
        );
        if (outcome.kind === 'progress') return { upload_id: outcome.uploadId, offset: outcome.offset };
        reply.code(201);
        return presentItem(outcome.item);
      } catch (error) {
        throw error instanceof BrokenBodyError ? new AppError('upload.incomplete', { cause: error }) : error;
      }
    });
  });
};
