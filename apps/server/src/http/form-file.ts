import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@holdall/contract/error-codes';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError, invalidField } from '#lib/app-error.ts';
import { gatherBytes } from '#lib/gathered-bytes.ts';
import { BrokenBodyError, bodyOf, type IncomingBytes } from '#http/incoming-bytes.ts';

const limits = {
  fieldNameSize: 100,
  // The longest path of an upload takes a little more than 16 KiB.
  fieldSize: 20 * 1024,
  fields: 12,
  files: 1,
  parts: 16,
  headerPairs: 32,
  headerSize: 16 * 1024,
};
/** Bytes that may come before the file: all fields at their longest, and their headers. */
const beforeFileLimit = 256 * 1024;
/** Bytes of the file part that may wait between the parser and the store. */
const fileHighWaterMark = 256 * 1024;

export interface FormFile {
  readonly bytes: IncomingBytes;
  /** `Content-Type` of the part. */
  readonly type: string;
  /** Its length in bytes, by that of the whole form: right for every usual sender, but only a guess. */
  readonly expected: number | undefined;
}

type FieldEvent = [name: string | undefined, value: string, nameCut: boolean, valueCut: boolean];
type FileEvent = [
  name: string | undefined,
  stream: Readable,
  fileName: string,
  encoding: string,
  type: string,
];

const malformed = (cause?: unknown): AppError => new AppError('request.malformed', { cause });

const parserOf = (request: IncomingMessage): InstanceType<typeof Busboy> => {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('request.unsupported_type');
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits, fileHwm: fileHighWaterMark });
  } catch (error) {
    throw malformed(error);
  }
};

/**
 * Estimates the bytes of a form's file, if it is the last part.
 *
 * @param head the form's bytes up to somewhere in its file
 * @param fieldCount parts before the file's
 */
const guessFileLength = ({ headers }: IncomingMessage, head: Buffer, fieldCount: number): number => {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers['content-type'] ?? '');
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`;
  let part = head.indexOf(delimiter);
  for (let passed = 0; passed < fieldCount; passed += 1) part = head.indexOf(delimiter, part + 1);
  const start = head.indexOf('\r\n\r\n', part) + 4;
  const end = Number(headers['content-length']) - Buffer.byteLength(`\r\n${delimiter}--\r\n`);
  return Math.max(0, end - start);
};

const partBytes = (file: Readable, body: IncomingBytes): IncomingBytes => ({
  abort: body.abort,
  async *[Symbol.asyncIterator]() {
    try {
      for await (const piece of file) yield piece as Buffer;
    } catch (error) {
      throw error instanceof BrokenBodyError
        ? error
        : new BrokenBodyError('The form broke off.', { cause: error });
    }
  },
});

/**
 * Reads a form, and passes its one file on while it is still arriving.
 *
 * @param take receives the fields before the file, and the file; it is called once. `whole` resolves to all
 * fields when the form has ended, which needs the file to be read
 * @param most bytes of the whole form, also without `Content-Length`, and the error beyond them
 * @throws request.unsupported_type, request.malformed, request.invalid, request.too_large where more than 256
 * KiB come before the file; BrokenBodyError where the form breaks off before its file
 */
export const readFormFile = async <T>(
  request: IncomingMessage,
  take: (
    fields: Record<string, string>,
    file: FormFile,
    whole: () => Promise<Record<string, string>>,
  ) => Promise<T>,
  most?: { readonly bytes: number; readonly code: ErrorCode },
): Promise<T> => {
  const parser = parserOf(request);
  const body = bodyOf(request);
  const fields = new Map<string, string>();
  // The file's length is estimated from that of the body; without it the head is not kept.
  const keepsHead = request.headers['content-length'] !== undefined;
  const head = gatherBytes();
  let received = 0;
  const stop = new AbortController();
  let file: Readable | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const whole = Promise.withResolvers<Record<string, string>>();
  // Most forms are taken without waiting for their end.
  whole.promise.catch(() => undefined);
  const fail = (error: unknown): void => {
    head.take();
    reject(error);
    whole.reject(error);
    stop.abort();
  };

  parser.on('field', (...[name, value, , valueCut]: FieldEvent) => {
    if (name === undefined) fail(malformed());
    else if (valueCut) fail(invalidField(name, 'This is too long.'));
    else if (fields.has(name)) fail(invalidField(name, 'This field was sent twice.'));
    else fields.set(name, value);
  });
  parser.on('file', (...[name, stream, , , type]: FileEvent) => {
    // A part that is not read any more must not throw when the form breaks off.
    stream.on('error', () => undefined);
    if (name !== 'file') {
      stream.resume();
      return fail(invalidField(name ?? 'file', 'Send the file in the field “file”.'));
    }
    file = stream;
    const expected = keepsHead
      ? guessFileLength(request, Buffer.concat(head.take()), fields.size)
      : undefined;
    // An error thrown at the parser would be lost.
    const incoming = { bytes: partBytes(stream, body), type, expected };
    const taken = Promise.try(take, Object.fromEntries(fields), incoming, () => whole.promise);
    return void taken.then(resolve, reject).finally(() => stop.abort());
  });
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) parser.on(limit, () => fail(malformed()));
  parser.on('error', (error) => {
    file?.destroy(new BrokenBodyError('The form broke off.', { cause: error }));
    if (file === undefined) fail(malformed(error));
  });

  const feed = async (): Promise<void> => {
    for await (const piece of body) {
      if (stop.signal.aborted) return;
      if (file === undefined && keepsHead) head.push(piece);
      const drained = parser.write(piece);
      received += piece.length;
      if (file === undefined && received > beforeFileLimit) return fail(new AppError('request.too_large'));
      if (most !== undefined && received > most.bytes) return fail(new AppError(most.code));
      if (!drained) await once(parser, 'drain', { signal: stop.signal });
    }
    parser.end();
    await once(parser, 'finish', { signal: stop.signal });
    if (file === undefined) fail(invalidField('file', 'The form has no file, or has fields after it.'));
    else whole.resolve(Object.fromEntries(fields));
  };
  feed().catch((error: unknown) => {
    // Stopped on purpose, or the body broke: then the part that is being read breaks, too.
    if (stop.signal.aborted) return;
    const broken =
      error instanceof BrokenBodyError ? error : new BrokenBodyError('The form broke off.', { cause: error });
    file?.destroy(broken);
    whole.reject(broken);
    if (file === undefined) fail(broken);
  });

  try {
    return await promise;
  } finally {
    stop.abort();
    file?.destroy();
  }
};
