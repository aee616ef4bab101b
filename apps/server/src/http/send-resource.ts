import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentRange, parseRange } from '#http/byte-range.ts';
import { evaluateConditions, rangeApplies, type Validators } from '#http/conditional.ts';
import { multipartRanges } from '#http/multipart-ranges.ts';
import { sendBytes } from '#http/send-bytes.ts';
import { AppError } from '#lib/app-error.ts';
import { contentDisposition } from '#lib/http/content-disposition.ts';
import type { BlobBytes, ByteSpan } from '#ports/blob-store.ts';

/** Bytes that a client may fetch. */
interface Sendable {
  readonly name: string;
  /** `Content-Type` to announce. */
  readonly contentType: string;
  /** Decides whether a browser may show the bytes inline. */
  readonly disposition: 'attachment' | 'inline';
  /** `Cache-Control`; revalidated each time by default. */
  readonly cacheControl?: string;
  /** Opens the bytes, or a span of them. */
  readonly open: (span?: ByteSpan) => Promise<BlobBytes>;
  /** Asked before any byte is sent; HEAD sends none. It may throw. */
  readonly begin?: (facts: { readonly fromStart: boolean }) => Promise<void>;
  /** Receives the number of bytes that the connection has accepted: traffic is counted by them. */
  readonly onSent?: (bytes: number) => void;
}

/** Bytes of known length that a client may fetch whole or in part. */
export interface Resource extends Sendable {
  readonly size: number;
  readonly validators: Validators;
  /**
   * A time that `Last-Modified` tells and that no condition is compared with: a file's own, which other bytes may have as
   * well.
   */
  readonly modifiedAt?: number;
  /** Milliseconds since 1970 of the request. */
  readonly askedAt: number;
  /** An address where the bytes can be had without this server, for a short time; undefined: nowhere. */
  readonly directAddress?: (() => Promise<string | undefined>) | undefined;
}

/** Sets headers that separate bytes from the application (security rule 7), and their caching. */
const separate = (reply: FastifyReply, { cacheControl }: Sendable): void => {
  reply.headers({
    'cache-control': cacheControl ?? 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
};

/** Sets the headers that hold for these bytes in every answer; a 304 carries them as well. */
const describe = (reply: FastifyReply, resource: Resource): void => {
  const { etag, lastModified = resource.modifiedAt } = resource.validators;
  // RFC 9110, section 8.8.2.1: never later than the answer.
  const shown = lastModified === undefined ? undefined : Math.min(lastModified, resource.askedAt);
  separate(reply, resource);
  reply.headers({
    etag,
    ...(shown === undefined ? {} : { 'last-modified': new Date(shown).toUTCString() }),
    'accept-ranges': 'bytes',
  });
};

/** The spans to send; undefined for the whole. @throws download.range */
const spansOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  { validators, askedAt, size }: Resource,
): readonly ByteSpan[] | undefined => {
  // RFC 9110, section 14.2: a range means something for GET alone.
  if (request.method !== 'GET' || !rangeApplies(request.headers, validators, askedAt)) return undefined;
  const spans = parseRange(request.headers.range, size);
  if (spans?.length !== 0) return spans;
  reply.header('content-range', `bytes */${size}`);
  throw new AppError('download.range');
};

/** Sends the bytes, or only the headers for HEAD. */
const send = async (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { name, contentType: type, disposition, size, open, onSent }: Resource,
  spans: readonly ByteSpan[] | undefined,
): Promise<FastifyReply | void> => {
  const [span, ...more] = spans ?? [];
  const head = { 'content-disposition': contentDisposition(disposition, name), 'content-type': type };
  if (span === undefined) {
    const whole = { ...head, 'content-length': size };
    if (request.method === 'HEAD') return reply.code(200).headers(whole).send();
    return sendBytes(reply, { status: 200, headers: whole, open: () => open(), onSent });
  }
  if (more.length === 0) {
    const headers = {
      ...head,
      'content-length': span.end - span.start + 1,
      'content-range': contentRange(span, size),
    };
    return sendBytes(reply, { status: 206, headers, open: () => open(span), onSent });
  }
  const body = multipartRanges({ type, size, spans: [span, ...more], open });
  const headers = { ...head, 'content-type': body.type, 'content-length': body.length };
  return sendBytes(reply, { status: 206, headers, open: async () => body.bytes, onSent });
};

/** Headers that refer to a client's cached part of these bytes. */
const conditions = ['if-range', 'if-match', 'if-unmodified-since'] as const;

/**
 * Tells whether a client requests all bytes unconditionally, in a version of HTTP that distinguishes an answer
 * without a length from a truncated one.
 */
export const asksForAll = ({ method, headers, raw }: FastifyRequest): boolean =>
  method === 'GET' &&
  raw.httpVersion !== '1.0' &&
  ['range', 'if-none-match', 'if-modified-since', ...conditions].every((name) => headers[name] === undefined);

/** Sends bytes whose length is not known yet, to a client that asks for all of them. A failure cuts the connection. */
export const sendUnmeasured = async (reply: FastifyReply, bytes: Sendable): Promise<void> => {
  const { name, contentType, disposition, open, onSent } = bytes;
  separate(reply, bytes);
  await bytes.begin?.({ fromStart: true });
  const headers = {
    'content-disposition': contentDisposition(disposition, name),
    'content-type': contentType,
  };
  return sendBytes(reply, { status: 200, headers, open: () => open(), onSent });
};

/**
 * Redirects the client to the bytes, if there is such an address. Ranges are served from here: the address
 * serves the whole file, which would be counted as the range.
 */
const redirectToStore = async (
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { directAddress, size, onSent }: Resource,
  spans: readonly ByteSpan[] | undefined,
): Promise<FastifyReply | undefined> => {
  const isPlain = !conditions.some((name) => request.headers[name] !== undefined);
  if (request.method !== 'GET' || !isPlain || spans !== undefined) return undefined;
  const address = await directAddress?.();
  if (address === undefined) return undefined;
  // These headers describe bytes that are not in this answer.
  for (const name of ['etag', 'last-modified', 'accept-ranges']) void reply.removeHeader(name);
  onSent?.(size);
  return reply.code(302).headers({ location: address, 'cache-control': 'no-store' }).send();
};

/**
 * Answers GET and HEAD for stored bytes: conditions, ranges, and headers that separate them from the
 * application (security rule 7).
 *
 * @throws download.precondition, download.range
 */
export const sendResource = async (
  request: FastifyRequest,
  reply: FastifyReply,
  resource: Resource,
): Promise<FastifyReply | void> => {
  const verdict = evaluateConditions(request.headers, resource.validators);
  if (verdict === 'failed') throw new AppError('download.precondition');
  describe(reply, resource);
  if (verdict === 'unchanged') return reply.code(304).send();
  const spans = spansOf(request, reply, resource);
  const fromStart = spans === undefined || spans.some(({ start }) => start === 0);
  if (request.method === 'GET') await resource.begin?.({ fromStart });
  return (
    (await redirectToStore({ request, reply }, resource, spans)) ?? send({ request, reply }, resource, spans)
  );
};
