import * as batch from '@holdall/contract/upload-batch';
import { batchAnswerType, batchLimits, batchType } from '@holdall/contract/upload-batch.limits';
import * as contract from '@holdall/contract/uploads';
import type { Item } from '@holdall/contract/files';
import * as requests from '@holdall/contract/file-requests';
import * as guests from '@holdall/contract/guests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf, presentItem, presentSent, type ViewItems } from '#features/files/index.ts';
import { actorOf } from '#http/actor.ts';
import type { GuestActor, UserActor } from '#lib/actor.ts';
import { translateError } from '#features/storage/index.ts';
import { receiveBatch } from '#http/batch-body.ts';
import { readFormFile } from '#http/form-file.ts';
import { BrokenBodyError, bodyOf } from '#http/incoming-bytes.ts';
import { countRejectedBytes } from '#http/drain-body.ts';
import { takeRawBodies } from '#http/raw-bodies.ts';
import { parse, register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import { uploadIncomplete } from './uploads.errors.ts';
import type { UploadsService } from './uploads.service.ts';
import { inputOfChunk, inputOfQuery, type StoredFile } from './upload-request.ts';

const lengthOf = ({ headers }: FastifyRequest): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** A request that lost its body on the way must not become an empty file; an empty body announces itself. */
const requireBody = ({ headers }: FastifyRequest): void => {
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return;
  throw new AppError('request.malformed', {
    message: 'The request has no body: send the file with Content-Length or Transfer-Encoding: chunked.',
  });
};

/** @throws request.unsupported_type, request.malformed, request.too_large */
const requireBatch = (request: FastifyRequest): void => {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== batchType) throw new AppError('request.unsupported_type');
  requireBody(request);
  if ((lengthOf(request) ?? 0) > batchLimits.bytes) throw new AppError('request.too_large');
};

export interface UploadsRouteDeps {
  readonly uploads: UploadsService;
  readonly viewItems: ViewItems;
}

export const registerUploadsRoutes = (
  app: FastifyInstance,
  { uploads, viewItems }: UploadsRouteDeps,
): void => {
  /** Presents a file. @param name the name that the sender gave it */
  const view = async (actor: UserActor | GuestActor, { item }: StoredFile, name: string): Promise<Item> =>
    actor.kind === 'guest' && actor.via === 'request'
      ? presentSent(item, name)
      : presentItem(item, await viewItems(actor, [item]));

  /** Presents a file with its entity tag, by which its sender can replace it. */
  const present = async (
    actor: UserActor | GuestActor,
    { reply, file }: { readonly reply: FastifyReply; readonly file: StoredFile },
    name: string,
  ): Promise<Item> => {
    reply.header('etag', entityTagOf(file.sha256));
    return view(actor, file, name);
  };

  for (const endpoint of [contract.uploadStatus, guests.sharedUploadStatus, requests.requestedUploadStatus])
    register(app, endpoint, async ({ params, request }) => ({
      upload_id: params.name,
      offset: await uploads.getOffset(actorOf(request), params.name),
    }));
  for (const endpoint of [contract.cancelUpload, guests.cancelSharedUpload, requests.cancelRequestedUpload])
    register(app, endpoint, async ({ params, request }) => {
      await uploads.cancel(actorOf(request), params.name);
      return undefined;
    });

  void app.register(async (scope) => {
    takeRawBodies(scope);
    scope.addHook('onRequest', async (request, reply) => {
      countRejectedBytes(request.raw, reply.raw, (bytes) => {
        const actor = request.guest ?? request.actor;
        if (actor !== undefined) uploads.countRejectedBytes(actor, bytes);
      });
    });

    for (const endpoint of [contract.upload, guests.uploadShared, requests.uploadRequested])
      register(scope, endpoint, async ({ query, request, reply }) => {
        const actor = actorOf(request);
        if (/^multipart\//i.test(request.headers['content-type'] ?? ''))
          throw new AppError('request.unsupported_type');
        requireBody(request);
        const input = inputOfQuery(query, {
          type: request.headers['content-type'],
          length: lengthOf(request),
          ifMatch: request.headers['if-match'],
        });
        const outcome = await uploads.receive(actor, input, bodyOf(request.raw));
        if (outcome.kind === 'progress') throw uploadIncomplete(outcome.offset);
        return present(actor, { reply, file: outcome }, input.target.name);
      });

    for (const endpoint of [batch.uploadBatch, guests.uploadSharedBatch, requests.uploadRequestedBatch])
      register(scope, endpoint, async ({ request, reply }) => {
        const actor = actorOf(request);
        requireBatch(request);
        const lines = receiveBatch(request, {
          store: async ({ fields, size, bytes }) => {
            const { type, ...query } = parse(endpoint.body, fields);
            const input = inputOfQuery(query, { type, length: size });
            const file = await uploads.receive(actor, input, bytes);
            if (file.kind === 'progress') throw uploadIncomplete(file.offset);
            const { data } = await view(actor, file, input.target.name);
            return { status: 201, etag: entityTagOf(file.sha256), data };
          },
          isSmall: (size) => uploads.isSmall(size),
          countRejectedBytes: (bytes) => uploads.countRejectedBytes(actor, bytes),
          translateError,
        });
        return reply.type(batchAnswerType).send(lines);
      });

    for (const endpoint of [contract.uploadChunk, guests.uploadSharedChunk, requests.uploadRequestedChunk])
      register(scope, endpoint, async ({ request, reply }) => {
        const actor = actorOf(request);
        try {
          const { outcome, input } = await readFormFile(request.raw, async (fields, { bytes, ...facts }) => {
            const ifMatch = request.headers['if-match'];
            const asked = inputOfChunk(parse(endpoint.body, fields), { ...facts, ifMatch });
            return { input: asked, outcome: await uploads.receive(actor, asked, bytes) };
          });
          if (outcome.kind === 'progress') return { upload_id: outcome.uploadId, offset: outcome.offset };
          reply.code(201);
          return await present(actor, { reply, file: outcome }, input.target.name);
        } catch (error) {
          throw error instanceof BrokenBodyError
            ? new AppError('upload.incomplete', { cause: error })
            : error;
        }
      });
  });
};
