import { batchLimits } from '@holdall/contract/upload-batch.limits';
import { ApiError, networkError } from '#shared/api/api-error.ts';
import { nextTask } from '#shared/lib/next-task.ts';
import type { UploadPart } from './chunk-plan.ts';
import type { SendAnswer, SendHooks, UploadClock, UploadJob, UploadTransport } from './upload-transport.ts';

/** Bytes of the files of one request. */
const mostBytes = 2 * 1024 * 1024;
/** Files of the first request; later ones have as many as take about a second. */
const firstCount = 25;
const fewestAfterSuccess = 10;
/** Milliseconds. */
const short = 500;
const long = 2_000;
/** Files whose answers are taken in one task: the page shows each, and React refuses more than 50 changes at once. */
const answersAtOnce = 10;
/** Statuses of servers and proxies that do not take a batch, or none so large. */
const tooLarge = 413;
const notTaken: readonly number[] = [404, 405, 415, 501];

export interface UploadBatchingDeps {
  readonly transport: UploadTransport;
  /** Bytes below which a file is sent along with others: for a larger one the way there and back matters little. */
  readonly smallBelow: number;
  readonly clock: Pick<UploadClock, 'now'>;
  /** The small files that wait next, in order. */
  readonly upcoming: () => Iterable<UpcomingUpload>;
}

/** A small file that may travel with an earlier one. */
export interface UpcomingUpload {
  readonly job: UploadJob;
  /** Called when it is sent. */
  readonly begin: () => void;
  /** Called with the bytes that have been sent before its turn; 0 if they are sent again. */
  readonly onSent: (bytes: number) => void;
}

/** The batch was broken off for another of its files. */
class BatchEndedError extends Error {
  override readonly name = 'BatchEndedError';
}

/** A file of the next batch; the one whose turn it is has hooks of its own. */
type Gathered = Pick<UpcomingUpload, 'job'> & Partial<Pick<UpcomingUpload, 'onSent'>>;

interface Batched {
  readonly job: UploadJob;
  /** The offset of its bytes among those of the batch. */
  readonly start: number;
  readonly answer: PromiseWithResolvers<SendAnswer>;
  /** Undefined for the file whose turn it is. */
  readonly onSent: UpcomingUpload['onSent'] | undefined;
  readonly batch: {
    readonly abort: () => void;
    /** Bytes of all files that have been sent, and the function that is called with them. */
    sent: number;
    onProgress: (sent: number) => void;
  };
}

/**
 * Lets small files that wait travel with the one that is sent, in one request. Each is still sent in its turn: its answer may
 * have come by then. Where a batch fails, its files are sent again, the first by itself, so that one that cannot be read
 * stops no other.
 */
export function createUploadBatching({
  transport,
  smallBelow,
  clock,
  upcoming,
}: UploadBatchingDeps): UploadTransport {
  const isSmall = ({ file }: UploadJob, part: UploadPart): boolean =>
    part.kind === 'whole' && part.start === 0 && file.size < smallBelow;

  /** Files of a batch whose answers were not taken yet, by the names of their uploads. */
  const batched = new Map<string, Batched>();
  let count = firstCount;
  let bytes = mostBytes;
  let taken = 0;

  const gather = (job: UploadJob): Gathered[] => {
    const gathered: Gathered[] = [{ job }];
    let total = job.file.size;
    for (const { begin, ...next } of upcoming()) {
      total += next.job.file.size;
      if (gathered.length >= count || total > bytes) break;
      // Its answer is there already.
      if (batched.has(next.job.uploadName)) continue;
      gathered.push(next);
      begin();
    }
    return gathered;
  };

  /** Shows how much has been sent of files whose turn is yet to come. */
  const showSent = (files: readonly Batched[], sent: number): void => {
    for (const { job, start, onSent, answer } of files) {
      if (sent <= start) break;
      if (batched.get(job.uploadName)?.answer === answer) onSent?.(Math.min(sent - start, job.file.size));
    }
  };

  const adapt = (took: number): void => {
    if (took < short) count = Math.min(count * 2, batchLimits.records);
    else if (took > long) count = Math.max(Math.ceil(count / 2), fewestAfterSuccess);
  };

  /** @returns true if the batch was refused for what it is, so that its files can be sent again at once */
  const adaptToFailure = (error: unknown, sent: number): boolean => {
    const status = error instanceof ApiError ? error.status : 0;
    count = notTaken.includes(status) ? 0 : 1;
    if (status === tooLarge) bytes = sent / 2;
    return count === 0 || status === tooLarge;
  };

  /** Ends a batch: the first file without an answer gets the error; the others are sent again in their turn. */
  const end = (files: readonly Batched[], error: unknown): void => {
    const open = files.filter(({ job, answer }) => batched.get(job.uploadName)?.answer === answer);
    for (const { job, onSent } of open) {
      batched.delete(job.uploadName);
      onSent?.(0);
    }
    for (const [index, { answer }] of open.entries())
      answer.reject(index === 0 ? error : new BatchEndedError('The batch has ended.'));
  };

  const sendBatch = (gathered: readonly Gathered[]): void => {
    const jobs = gathered.map(({ job }) => job);
    const controller = new AbortController();
    const batch: Batched['batch'] = {
      abort: () => controller.abort(new BatchEndedError('A file of the batch was cancelled.')),
      sent: 0,
      onProgress: () => undefined,
    };
    let start = 0;
    const files = gathered.map(({ job, onSent }): Batched => {
      const file = { job, start, batch, onSent, answer: Promise.withResolvers<SendAnswer>() };
      // Nobody waits for the answer of a file before its turn.
      file.answer.promise.catch(() => undefined);
      start += job.file.size;
      batched.set(job.uploadName, file);
      return file;
    });
    const answered = new Set<number>();
    const began = clock.now();
    transport
      .sendBatch(jobs, {
        signal: controller.signal,
        onProgress: (sent) => {
          batch.sent = sent;
          showSent(files, sent);
          batch.onProgress(sent);
        },
        onAnswer: (index, answer) => {
          answered.add(index);
          if (answer instanceof ApiError) files[index]?.answer.reject(answer);
          else files[index]?.answer.resolve(answer);
        },
      })
      .then(() => {
        if (answered.size < jobs.length) throw networkError('connection');
        adapt(clock.now() - began);
      })
      .catch((error: unknown) => {
        const isRefused = !(error instanceof BatchEndedError) && adaptToFailure(error, start);
        const open = files.filter((_, index) => !answered.has(index));
        end(open, isRefused ? new BatchEndedError('The batch was refused.') : error);
      });
  };

  /** Waits for the answer of a file of a batch. */
  const follow = async (file: Batched, { signal, onProgress }: SendHooks): Promise<SendAnswer> => {
    const { job, start, batch, answer } = file;
    const abort = (): void => {
      batched.delete(job.uploadName);
      answer.reject(signal.reason);
      batch.abort();
    };
    batch.onProgress = (sent) => onProgress(Math.min(Math.max(sent - start, 0), job.file.size));
    if (batch.sent > 0) batch.onProgress(batch.sent);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    try {
      const sent = await answer.promise;
      taken += 1;
      if (taken % answersAtOnce === 0) await nextTask();
      return sent;
    } finally {
      signal.removeEventListener('abort', abort);
      batched.delete(job.uploadName);
    }
  };

  const sendAlone: UploadTransport['send'] = async (job, part, hooks) => {
    const answer = await transport.send(job, part, hooks);
    if (isSmall(job, part)) count = Math.min(count * 2, batchLimits.records);
    return answer;
  };

  const send: UploadTransport['send'] = async (job, part, hooks) => {
    if (!isSmall(job, part)) return sendAlone(job, part, hooks);
    // What is queued along with it may travel with it.
    await Promise.resolve();
    for (;;) {
      const known = batched.get(job.uploadName);
      if (known === undefined || known.job.onConflict !== job.onConflict) {
        const gathered = gather(job);
        if (gathered.length === 1) return sendAlone(job, part, hooks);
        sendBatch(gathered);
      }
      const file = batched.get(job.uploadName);
      try {
        if (file !== undefined) return await follow(file, hooks);
      } catch (error) {
        if (!(error instanceof BatchEndedError)) throw error;
      }
    }
  };

  return {
    ...transport,
    send,
    // A file whose answer is awaited is asked about at its turn.
    offsetOf: async (uploadName, signal) =>
      batched.has(uploadName) ? undefined : transport.offsetOf(uploadName, signal),
    forget: async (uploadName) => {
      const file = batched.get(uploadName);
      batched.delete(uploadName);
      file?.batch.abort();
      await transport.forget(uploadName);
    },
  };
}
