import type { IncomingMessage } from 'node:http';
import { isNoSuchKey, type S3Client } from '#adapters/s3/s3-client.ts';
import { asS3Error, attempt, inWords, S3Error } from '#adapters/s3/s3-errors.ts';
import { sizeOfObject } from '#adapters/s3/s3-objects.ts';
import { bytesOf } from '#adapters/s3/s3-transport.ts';
import { BlobAbsentError, type BlobBytes, BlobStoreError, type ByteSpan } from '#ports/blob-store.ts';

/** Retries of a broken answer without progress. */
const resumptions = 3;
/** Bytes of a piece at the most. */
const pieceAtMost = 1024 * 1024;

const early = (missing: number): BlobStoreError =>
  new BlobStoreError(`The blob ends ${missing} bytes too early.`);

/** Opens an object from `start` on. @param end undefined: to its end */
const openAt = async (
  client: S3Client,
  key: string,
  { start, end }: { readonly start: number; readonly end: number | undefined },
): Promise<IncomingMessage> => {
  const headers: Record<string, string> =
    start === 0 && end === undefined ? {} : { range: `bytes=${start}-${end ?? ''}` };
  let answer: IncomingMessage;
  try {
    answer = await client.open({ method: 'GET', key, headers });
  } catch (error) {
    if (isNoSuchKey(error)) throw new BlobAbsentError('There is no such blob.', { cause: error });
    if (error instanceof S3Error && error.code === 'InvalidRange')
      throw end === undefined ? early(0) : early(end + 1 - start);
    throw error;
  }
  // All bytes may come with status 200 although a range was requested.
  const isWhole = start === 0 && Number(answer.headers['content-length']) === (end ?? Number.NaN) + 1;
  if ('range' in headers && answer.statusCode !== 206 && !(answer.statusCode === 200 && isWhole)) {
    // A server that ignores ranges would send the wrong bytes.
    answer.destroy();
    throw new S3Error('not_s3');
  }
  return answer;
};

const lengthOf = (answer: IncomingMessage): number => {
  const length = Number(answer.headers['content-length']);
  if (Number.isSafeInteger(length)) return length;
  answer.destroy();
  throw new S3Error('not_s3');
};

/** The pieces from an opened answer on; where it breaks, it is opened again at the byte that it broke at. */
async function* piecesFrom(
  client: S3Client,
  key: string,
  state: { answer: IncomingMessage; at: number; readonly end: number },
): AsyncGenerator<Buffer> {
  let left = resumptions;
  while (state.at <= state.end) {
    try {
      for await (const bytes of bytesOf(state.answer, client.idleMs)) {
        for (let from = 0; from < bytes.length && state.at <= state.end; from += pieceAtMost) {
          const length = Math.min(bytes.length - from, pieceAtMost, state.end + 1 - state.at);
          state.at += length;
          yield bytes.subarray(from, from + length);
        }
        left = resumptions;
      }
      if (state.at <= state.end) throw early(state.end + 1 - state.at);
    } catch (error) {
      if (error instanceof BlobStoreError || !asS3Error(error).isPassing || left === 0) throw error;
      left -= 1;
      state.answer = await openAt(client, key, { start: state.at, end: state.end });
    }
  }
}

async function* noBytes(): AsyncGenerator<Buffer> {
  yield* [];
}

/** No bytes of an object: HTTP has no word for that. */
const openNothing = async (client: S3Client, key: string): Promise<BlobBytes> => {
  const size = await attempt('looking at a blob', () => sizeOfObject(client, key));
  if (size === undefined) throw new BlobAbsentError('There is no such blob.');
  return { close: async () => undefined, [Symbol.asyncIterator]: () => noBytes() };
};

/**
 * Opens an object, or the given bytes of it.
 *
 * @throws BlobAbsentError
 */
export const openObject = async (
  client: S3Client,
  key: string,
  span: ByteSpan | undefined,
): Promise<BlobBytes> => {
  const start = span?.start ?? 0;
  if (span !== undefined && span.end < start) return openNothing(client, key);
  const answer = await attempt('opening a blob', () => openAt(client, key, { start, end: span?.end }));
  const end = span?.end ?? lengthOf(answer) - 1;
  const state = { answer, at: start, end };
  const close = async (): Promise<void> => void state.answer.destroy();
  return {
    close,
    async *[Symbol.asyncIterator]() {
      try {
        yield* piecesFrom(client, key, state);
      } catch (error) {
        throw inWords('reading a blob', error);
      } finally {
        await close();
      }
    },
  };
};

/** Fills a buffer with an object's bytes from `start` on. @throws BlobAbsentError, BlobStoreError where there are fewer */
export const readObject = async (
  client: S3Client,
  key: string,
  { start, target }: { readonly start: number; readonly target: Buffer },
): Promise<void> => {
  let at = 0;
  for await (const bytes of await openObject(client, key, { start, end: start + target.length - 1 })) {
    at += bytes.copy(target, at);
  }
  if (at < target.length) throw early(target.length - at);
};

/** Returns all bytes of an object that fits into memory. */
export const fetchObject = async (client: S3Client, key: string, span?: ByteSpan): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const bytes of await openObject(client, key, span)) pieces.push(Buffer.from(bytes));
  return Buffer.concat(pieces);
};
