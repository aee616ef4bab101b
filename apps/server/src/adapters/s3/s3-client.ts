import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { refusalOf, S3Error, asS3Error } from '#adapters/s3/s3-errors.ts';
import {
  emptyHash,
  encodeKey,
  hashOf,
  queryText,
  signHeaders,
  signQuery,
} from '#adapters/s3/s3-signature.ts';
import { createTransport, textFrom } from '#adapters/s3/s3-transport.ts';
import { errorCodeOf } from '#adapters/s3/s3-xml.ts';
import type { Clock } from '#ports/clock.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { Outbound } from '#ports/outbound.ts';

/** Milliseconds; what is not given has the server's own. */
export interface S3Timeouts {
  /** Until a connection is open, and as many until it is encrypted. */
  readonly connect?: number;
  /** Milliseconds until an answer begins. The body of a request extends it by its length. */
  readonly answer?: number;
  /** Until the next bytes of an answer. */
  readonly idle?: number;
  /** Before the first of three further attempts; the others wait longer. */
  readonly backoff?: number;
}

/** Attempts to connect for a read. */
const connections = 2;
/** Bytes a millisecond that a connection brings at the least. */
const slowest = 64;
const textAtMost = 8 * 1024 * 1024;
const errorAtMost = 64 * 1024;

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below the prefix; absent: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly Uint8Array[];
  /** Milliseconds until the answer begins, for what takes the other side long. */
  readonly answerMs?: number;
}

export interface S3Answer {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface S3Client {
  /** As the bucket is named in the head of a copy: `/bucket/prefix/key`. */
  sourceOf(key: string): string;
  /** Calls, up to four times where what failed may pass, and reads the answer. @throws S3Error */
  call(request: S3Request): Promise<S3Answer>;
  /** The same for large answers: the caller reads what comes to its end, or destroys it. @throws S3Error */
  open(request: S3Request): Promise<IncomingMessage>;
  /** Returns a presigned address, valid for so many seconds. */
  addressOf(key: string, query: Readonly<Record<string, string>>, seconds: number): string;
  /** The name of an object without the prefix. */
  nameOf(key: string): string;
  readonly prefix: string;
  readonly idleMs: number;
  close(): void;
}

export interface S3ClientOptions {
  readonly storage: ObjectStorage;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly timeouts?: S3Timeouts;
  /** Attempts of a call whose failure may be temporary. */
  readonly attempts?: number;
}

/** Returns the host and path of a bucket, by its addressing style. */
const placeOf = ({ endpoint, bucket, pathStyle }: ObjectStorage) => {
  const url = new URL(endpoint);
  const secure = url.protocol === 'https:';
  const bare = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    secure,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    host: pathStyle ? bare : `${bucket}.${bare}`,
    hostHeader: pathStyle ? url.host : `${bucket}.${url.host}`,
    origin: `${url.protocol}//${pathStyle ? url.host : `${bucket}.${url.host}`}`,
    base: pathStyle ? `/${bucket}` : '',
  };
};

/** Calls one bucket of an S3-compatible store. */
export const createS3Client = ({
  storage,
  outbound,
  clock,
  timeouts = {},
  attempts = 4,
}: S3ClientOptions): S3Client => {
  const { connect: connectMs = 5_000, answer: answerMs = 30_000, idle: idleMs = 30_000 } = timeouts;
  const { backoff = 200 } = timeouts;
  const { prefix, trusted } = storage;
  const place = placeOf(storage);
  const transport = createTransport({ outbound, trusted, connectMs, ...place });
  const pathOf = (key: string | undefined): string =>
    encodeKey(key === undefined ? `${place.base}/` : `${place.base}/${prefix}${key}`);

  const send = async (request: S3Request): Promise<IncomingMessage> => {
    const { method, key, query = {}, body = [] } = request;
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    const path = pathOf(key);
    const headers: Record<string, string> = { ...request.headers };
    // Some servers require the header even without a body.
    if (method === 'PUT' || method === 'POST') headers['content-length'] = String(length);
    const bodyHash = length === 0 ? emptyHash : hashOf(...body);
    const signed = signHeaders(
      storage,
      { method, host: place.hostHeader, path, query, headers, bodyHash },
      clock.now(),
    );
    const search = queryText(query);
    const answer = await transport.send({
      method,
      path: search === '' ? path : `${path}?${search}`,
      headers: signed,
      body,
      answerMs: (request.answerMs ?? answerMs) + length / slowest,
    });
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    const text = await textFrom(answer, { idleMs, most: errorAtMost }).catch(() => '');
    throw refusalOf(status, errorCodeOf(text));
  };

  const insist = async <T>({ method }: S3Request, work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const failure = asS3Error(error);
        // A person waits for what is read, and a host that lets nobody connect will hardly do so at the third attempt.
        const most = method === 'GET' && failure.isUnconnected ? Math.min(connections, attempts) : attempts;
        if (!failure.isPassing || attempt >= most) throw failure;
        // Retries are spread: half of the wait is random.
        await delay(backoff * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
      }
    }
  };

  return {
    prefix,
    idleMs,
    nameOf: (key) => key.slice(prefix.length),
    sourceOf: (key) => encodeKey(`/${storage.bucket}/${prefix}${key}`),
    call: (request) =>
      insist(request, async () => {
        const answer = await send(request);
        const text = await textFrom(answer, { idleMs: request.answerMs ?? idleMs, most: textAtMost });
        // A slow operation sends status 200 at once, and its failure in the body.
        const code = errorCodeOf(text.slice(0, errorAtMost));
        if (code !== undefined) throw refusalOf(500, code === '' ? undefined : code);
        return { headers: answer.headers, text };
      }),
    open: (request) => insist(request, () => send(request)),
    addressOf: (key, query, seconds) => {
      const path = pathOf(key);
      const signed = signQuery(
        storage,
        { method: 'GET', host: place.hostHeader, path, query },
        { now: clock.now(), seconds },
      );
      return `${place.origin}${path}?${signed}`;
    },
    close: () => transport.close(),
  };
};

/** Tells whether the store says that it has no such object, and nothing else. */
export const isNoSuchKey = (error: unknown): boolean =>
  error instanceof S3Error && error.code === 'NoSuchKey';
