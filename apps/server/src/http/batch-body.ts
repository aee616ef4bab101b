import { Readable } from 'node:stream';
import type { BatchAnswer } from '@holdall/contract/upload-batch';
import { batchLimits } from '@holdall/contract/upload-batch.limits';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ErrorTranslator, toAppError, toProblem } from '#http/error-handler.ts';
import { BrokenBodyError, type IncomingBytes } from '#http/incoming-bytes.ts';
import { createRecordReader, LineError, type RecordReader } from '#http/record-reader.ts';
import { parse } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';

type Answer = BatchAnswer extends infer Line ? (Line extends unknown ? Omit<Line, 'index'> : never) : never;

/** A file of a batch. */
export interface BatchFile {
  /** Its line, parsed, and not checked but for its size. */
  readonly fields: unknown;
  /** Bytes of the file. */
  readonly size: number;
  readonly bytes: IncomingBytes;
}

export interface BatchWork {
  /** Stores a file. What it throws answers its record. */
  readonly store: (file: BatchFile) => Promise<Answer>;
  /** Tells whether the next file may come while one of this size is being recorded. */
  readonly isSmall: (size: number) => boolean;
  /** Called with the bytes of a file that was refused. */
  readonly countRejectedBytes: (bytes: number) => void;
  readonly translateError: ErrorTranslator;
}

/** The line of a file, as far as it says where the next one begins. */
const sized = z.looseObject({ size: z.number().int().min(0).max(batchLimits.bytes) });

/** A fault after which nobody knows where the next record begins. */
class FramingError extends Error {
  override readonly name = 'FramingError';
  readonly answer: AppError;

  constructor(answer: AppError) {
    super(answer.message, { cause: answer });
    this.answer = answer;
  }
}

const unframed = (code: 'request.malformed' | 'request.too_large', message: string): FramingError =>
  new FramingError(new AppError(code, { message }));

/** Other bytes must not become other names. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const parseLine = (line: Buffer): z.output<typeof sized> => {
  let fields: unknown;
  try {
    fields = JSON.parse(utf8.decode(line));
  } catch {
    throw unframed('request.malformed', 'In front of each file belongs a line of JSON.');
  }
  try {
    return parse(sized, fields);
  } catch (error) {
    throw error instanceof AppError ? new FramingError(error) : error;
  }
};

const readLine = async (reader: RecordReader): Promise<Buffer | undefined> => {
  try {
    return await reader.line();
  } catch (error) {
    if (error instanceof LineError) throw unframed('request.malformed', error.message);
    throw error;
  }
};

/** Small files that are being recorded while the next one comes, at most. */
const recordedAtOnce = 32;

/** Answers files in their order, while later ones come. */
const createAnswers = (answer: (line: Answer) => void) => {
  const pending: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  return {
    /** @param line never rejects */
    add: (line: Promise<Answer>): void => {
      const before = last;
      last = line.then(async (known) => {
        await before;
        answer(known);
      });
      pending.push(last);
    },
    /** Waits until no more than so many are open. */
    atMost: async (open: number): Promise<void> => {
      while (pending.length > open) await pending.shift();
    },
  };
};

/** Tells when bytes are taken: a file that is being recorded needs the connection no more. */
const trackTaken = (
  bytes: IncomingBytes,
): { readonly bytes: IncomingBytes; readonly taken: Promise<void> } => {
  const { promise: taken, resolve } = Promise.withResolvers<void>();
  return {
    taken,
    bytes: {
      abort: bytes.abort,
      async *[Symbol.asyncIterator]() {
        try {
          yield* bytes;
        } finally {
          resolve();
        }
      },
    },
  };
};

type Answers = ReturnType<typeof createAnswers>;

/** Reads the records of a batch, and adds their answers. @throws FramingError, BrokenBodyError */
const readRecords = async (
  reader: RecordReader,
  { store, isSmall, countRejectedBytes }: Omit<BatchWork, 'translateError'>,
  { answers, refusal }: { answers: Answers; refusal: (error: unknown) => Answer },
): Promise<void> => {
  let total = 0;
  for (let count = 1; ; count += 1) {
    const line = await readLine(reader);
    if (line === undefined) return;
    if (count > batchLimits.records)
      throw unframed('request.too_large', 'These are more files than a batch may have.');
    const { size, ...fields } = parseLine(line);
    total += line.length + size;
    if (total > batchLimits.bytes)
      throw unframed('request.too_large', 'This batch is too large: send it in parts.');
    await answers.atMost(isSmall(size) ? recordedAtOnce - 1 : 0);
    const { bytes, taken } = trackTaken(reader.bytes(size));
    const stored = store({ fields: { ...fields, size }, size, bytes }).catch(refusal);
    answers.add(stored);
    // Small files are recorded in the order in which they were taken, but for one that room had to be made for.
    await (isSmall(size) ? Promise.race([taken, stored]) : stored);
    countRejectedBytes(await reader.skip());
  }
};

/**
 * Receives the files of a batch one after another, and returns the lines that answer them, which come as the files are
 * stored. They are not held back for a client that reads them late: browsers read nothing before they have sent everything.
 */
export const receiveBatch = (request: FastifyRequest, work: BatchWork): Readable => {
  const reader = createRecordReader(request.raw, batchLimits.lineBytes);
  const lines = new Readable({ read: () => undefined });
  const failed = new Set<string>();
  let index = 0;
  const answer = (line: Answer): void => {
    lines.push(`${JSON.stringify({ index, ...line })}\n`);
    index += 1;
  };
  const refusal = (error: unknown): Answer => {
    const known = toAppError(error, work.translateError);
    // A failure of one file is often one of all.
    if (known.status < 500 || !failed.has(known.code)) request.server.noteProblem(request, known, error);
    if (known.status >= 500) failed.add(known.code);
    const { type: _, title: _title, ...problem } = toProblem(known);
    return problem;
  };
  const answers = createAnswers(answer);
  const receive = async (): Promise<void> => {
    try {
      try {
        await readRecords(reader, work, { answers, refusal });
      } finally {
        await answers.atMost(0);
      }
    } catch (error) {
      if (error instanceof FramingError) answer(refusal(error.answer));
      else if (error instanceof BrokenBodyError) request.log.info({ err: error }, 'batch broke off');
      else answer(refusal(error));
    } finally {
      await reader.close();
      lines.push(null);
    }
  };
  void receive();
  return lines;
};
