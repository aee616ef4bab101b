import * as contract from '@holdall/contract/downloads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { userOf } from '#http/actor.ts';
import { contentRange, parseRange } from '#http/byte-range.ts';
import { evaluateConditions, rangeApplies, type Validators } from '#http/conditional.ts';
import { multipartRanges } from '#http/multipart-ranges.ts';
import { register } from '#http/register.ts';
import { sendBytes } from '#http/send-bytes.ts';
import { AppError } from '#lib/app-error.ts';
import { contentDisposition } from '#lib/content-disposition.ts';
import type { ByteSpan } from '#ports/blob-store.ts';
import type { DownloadsService, FileBytes } from './downloads.service.ts';

const validatorsOf = (file: FileBytes): Validators => ({
  etag: `"${file.sha256}"`,
  lastModified: file.storedAt,
});

/** Headers that hold for these bytes whatever is asked of them; a 304 carries them as well. */
const describe = (reply: FastifyReply, validators: Validators): void => {
  reply.headers({
    etag: validators.etag,
    'last-modified': new Date(validators.lastModified).toUTCString(),
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
};

/** The spans to send; undefined for the whole. @throws download.range */
const spansOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileBytes,
): readonly ByteSpan[] | undefined => {
  // RFC 9110, section 14.2: a range means something for GET alone.
  if (request.method !== 'GET' || !rangeApplies(request.headers, validatorsOf(file), file.askedAt))
    return undefined;
  const spans = parseRange(request.headers.range, file.size);
  if (spans?.length !== 0) return spans;
  reply.header('content-range', `bytes */${file.size}`);
  throw new AppError('download.range');
};

/** Sends the bytes, or what HEAD tells of them. */
const send = async (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  file: FileBytes,
  { spans, disposition }: { spans: readonly ByteSpan[] | undefined; disposition: string },
): Promise<FastifyReply | void> => {
  const type = file.contentType;
  const [span, ...more] = spans ?? [];
  const head = { 'content-disposition': disposition, 'content-type': type };
  if (span === undefined) {
    const whole = { ...head, 'content-length': file.size };
    if (request.method === 'HEAD') return reply.code(200).headers(whole).send();
    return sendBytes(reply, { status: 200, headers: whole, open: () => file.open() });
  }
  if (more.length === 0) {
    const headers = {
      ...head,
      'content-length': span.end - span.start + 1,
      'content-range': contentRange(span, file.size),
    };
    return sendBytes(reply, { status: 206, headers, open: () => file.open(span) });
  }
  const body = multipartRanges({ type, size: file.size, spans: [span, ...more], open: file.open });
  const headers = { ...head, 'content-type': body.type, 'content-length': body.length };
  return sendBytes(reply, { status: 206, headers, open: async () => body.bytes });
};

export const registerDownloadsRoutes = (
  app: FastifyInstance,
  { downloads }: { downloads: DownloadsService },
): void => {
  register(app, contract.download, async ({ params, query, request, reply }) => {
    const file = await downloads.open(userOf(request), params.id, {
      attachment: query.download !== undefined,
    });
    const validators = validatorsOf(file);
    const verdict = evaluateConditions(request.headers, validators);
    if (verdict === 'failed') throw new AppError('download.precondition');
    describe(reply, validators);
    if (verdict === 'unchanged') return reply.code(304).send();
    const spans = spansOf(request, reply, file);
    const disposition = contentDisposition(file.disposition, file.name);
    return send({ request, reply }, file, { spans, disposition });
  });
};
