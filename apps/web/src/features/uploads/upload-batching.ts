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
/** Statuses of refusals that are about a file itself. Others may be over by its turn: space, an outage, a right. */
const ofFile: readonly number[] = [409, 413, 422];

export interface UploadBatchingDeps {
  readonly transport: UploadTransport;
  /** Bytes below which a file is sent along with others: for a larger one the round trip matters little. */
  readonly smallBelow: number;
  readonly clock: Pick<UploadClock, 'now'>;
  /** The small files that wait next, in order. */
  readonly upcoming: () => Iterable<UpcomingUpload>;
}

/** A small file that may travel with an earlier one. */
export interface UpcomingUpload {
  readonly job: UploadJob;
  /** Called with the bytes that have been sent before its turn; 0 if they are sent again. */
  readonly onSent: (bytes: number) => void;
}

export interface UploadBatching extends UploadTransport {
  /** Returns when the batch of a file was begun, in milliseconds since 1970: the server may have stored it since. */
  readonly begunAt: (uploadName: string) => number | undefined;
  /** Reports whether the server has stored a file before its turn. */
  readonly isStored: (uploadName: string) => boolean;
  /**
   * Takes a file out of its batch, which is broken off unless the file was answered.
   *
   * @returns true if the server may have stored it
   */
  readonly leave: (uploadName: string) => boolean;
  /** Breaks off all batches, and forgets their answers. */
  readonly leaveAll: () => void;
}

/** The batch was broken off for another of its files, or refused for what it is. */
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
  state: 'open' | 'stored' | 'refused';
  isFollowed: boolean;
  readonly batch: {
    /** Milliseconds since 1970. */
    readonly begunAt: number;
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
}: UploadBatchingDeps): UploadBatching {
  /** Files of a batch whose answers were not taken yet, by the names of their uploads. */
  const batched = new Map<string, Batched>();
  let count = firstCount;
  let bytes = mostBytes;
  let taken = 0;
  let sending = 0;
  /** False once a file of the last batch must be sent again: in its turn, since there may be a reason to wait. */
  let isSound = true;

  const isSmall = ({ file }: UploadJob, part: UploadPart): boolean =>
    part.kind === 'whole' && part.start === 0 && file.size < smallBelow;
  const isCurrent = (file: Batched): boolean => batched.get(file.job.uploadName) === file;

  /** @param job the file whose turn it is; undefined: only files that wait are sent */
  const gather = (job?: UploadJob): Gathered[] => {
    const gathered: Gathered[] = job === undefined ? [] : [{ job }];
    let total = job?.file.size ?? 0;
    for (const next of upcoming()) {
      total += next.job.file.size;
      if (gathered.length >= count || total > bytes) break;
      // Its answer is there already.
      if (!batched.has(next.job.uploadName)) gathered.push(next);
    }
    return gathered;
  };

  /** Shows how much has been sent of files whose turn is yet to come. */
  const showSent = (files: readonly Batched[], sent: number): void => {
    for (const file of files) {
      if (sent <= file.start) break;
      if (isCurrent(file)) file.onSent?.(Math.min(sent - file.start, file.job.file.size));
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

  /** Has a file sent again in its turn. */
  const sendAgain = (file: Batched): void => {
    if (!isCurrent(file)) return;
    batched.delete(file.job.uploadName);
    file.onSent?.(0);
  };

  const takeAnswer = (file: Batched, answer: SendAnswer | ApiError): void => {
    if (!(answer instanceof ApiError)) {
      file.state = 'stored';
      file.answer.resolve(answer);
      return;
    }
    file.state = 'refused';
    if (file.isFollowed || ofFile.includes(answer.status)) file.answer.reject(answer);
    else {
      isSound = false;
      sendAgain(file);
    }
  };

  /** Ends a batch: the first file without an answer gets the error; the others are sent again in their turn. */
  const end = (files: readonly Batched[], error: unknown): void => {
    const open = files.filter((file) => file.state === 'open' && isCurrent(file));
    for (const [index, file] of open.entries()) {
      sendAgain(file);
      file.answer.reject(index === 0 ? error : new BatchEndedError('The batch has ended.'));
    }
  };

  const sendBatch = (gathered: readonly Gathered[]): void => {
    const controller = new AbortController();
    const batch: Batched['batch'] = {
      begunAt: Date.now(),
      abort: () => controller.abort(new BatchEndedError('A file of the batch was cancelled.')),
      sent: 0,
      onProgress: () => undefined,
    };
    let start = 0;
    const files = gathered.map(({ job, onSent }): Batched => {
      const answer = Promise.withResolvers<SendAnswer>();
      // No code awaits an answer before the turn of its file.
      answer.promise.catch(() => undefined);
      const file: Batched = { job, start, batch, onSent, answer, state: 'open', isFollowed: false };
      start += job.file.size;
      batched.set(job.uploadName, file);
      return file;
    });
    const began = clock.now();
    sending += 1;
    isSound = true;
    const hooks = {
      signal: controller.signal,
      onProgress: (sent: number) => {
        batch.sent = sent;
        showSent(files, sent);
        batch.onProgress(sent);
      },
      onAnswer: (index: number, answer: SendAnswer | ApiError) => {
        const file = files[index];
        if (file !== undefined) takeAnswer(file, answer);
      },
    };
    transport
      .sendBatch(
        gathered.map(({ job }) => job),
        hooks,
      )
      .finally(() => {
        sending -= 1;
      })
      .then(() => {
        if (files.some(({ state }) => state === 'open')) throw networkError('connection');
        adapt(clock.now() - began);
        sendAhead();
      })
      .catch((error: unknown) => {
        isSound = false;
        const isRefused = !(error instanceof BatchEndedError) && adaptToFailure(error, start);
        end(files, isRefused ? new BatchEndedError('The batch was refused.') : error);
      });
  };

  /** Sends the next files while the page is busy with the last answers of those before. */
  const sendAhead = (): void => {
    if (sending > 0 || !isSound || batched.size > count / 2) return;
    const gathered = gather();
    if (gathered.length > 1) sendBatch(gathered);
  };

  /** Waits for the answer of a file of a batch. */
  const follow = async (file: Batched, { signal, onProgress }: SendHooks): Promise<SendAnswer> => {
    const { job, start, batch, answer } = file;
    const abort = (): void => {
      batched.delete(job.uploadName);
      answer.reject(signal.reason);
      batch.abort();
    };
    file.isFollowed = true;
    batch.onProgress = (sent) => onProgress(Math.min(Math.max(sent - start, 0), job.file.size));
    if (batch.sent > 0) batch.onProgress(batch.sent);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    try {
      const sent = await answer.promise;
      taken += 1;
      if (taken % answersAtOnce === 0) {
        await nextTask();
        sendAhead();
      }
      return sent;
    } finally {
      signal.removeEventListener('abort', abort);
      batched.delete(job.uploadName);
    }
  };

  const sendAlone: UploadTransport['send'] = async (job, part, hooks) => {
    const answer = await transport.send(job, part, hooks);
    // After a failure batches begin anew.
    if (isSmall(job, part) && count < firstCount) count = Math.min(count * 2, firstCount);
    return answer;
  };

  const send: UploadTransport['send'] = async (job, part, hooks) => {
    if (!isSmall(job, part)) return sendAlone(job, part, hooks);
    // Files that are queued along with it may travel with it.
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

  const leave = (uploadName: string): boolean => {
    const file = batched.get(uploadName);
    if (file === undefined) return false;
    batched.delete(uploadName);
    if (file.state === 'open') file.batch.abort();
    return file.state !== 'refused';
  };

  return {
    ...transport,
    send,
    // A file that has travelled along is not asked about.
    offsetOf: async (uploadName, signal) =>
      batched.has(uploadName) ? undefined : transport.offsetOf(uploadName, signal),
    begunAt: (uploadName) => batched.get(uploadName)?.batch.begunAt,
    isStored: (uploadName) => batched.get(uploadName)?.state === 'stored',
    leave,
    leaveAll: () => {
      for (const uploadName of batched.keys()) leave(uploadName);
    },
  };
}
