import type { Item } from '@holdall/contract/files';
import { ApiError, networkError } from '#shared/api/api-error.ts';
import { createAttempts, type AttemptDeps, type AttemptHooks } from './attempts.ts';
import { nextPart, openingPart, type UploadPart } from './chunk-plan.ts';
import type { ChunkTuning } from './chunk-tuning.ts';
import { UploadStopped } from './transfer-error.ts';
import type { UploadJob, UploadTransport } from './upload-transport.ts';

export interface FileUploadDeps extends AttemptDeps {
  readonly transport: UploadTransport;
  readonly tuning: ChunkTuning;
  /** Bytes from which a file is opened first: a refusal after its bytes would waste more than a round trip. */
  readonly openFrom: number;
}

export interface FileUploadOptions {
  /** The configured maximum of bytes in a request. */
  readonly chunkSize: number;
  /** True if the server may already have a part of the file. */
  readonly begun: boolean;
}

export interface FileUploadHooks extends AttemptHooks {
  /** Receives how many bytes of the whole file have been sent. */
  readonly onSent: (sent: number) => void;
  /** Called when the server has a part of the file, or has opened it. */
  readonly onServerPart: () => void;
  /** Called when the request with the last byte is sent: from then on the server may have stored the file. */
  readonly onLastPart: () => void;
}

/**
 * Reports whether a file can still be read. A browser reports a missing file like a broken connection; reading a byte
 * tells them apart.
 */
async function isReadable(file: File, start: number): Promise<boolean> {
  try {
    await file.slice(start, start + 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

const timeouts: readonly number[] = [408, 504, 522, 524];

/**
 * Returns how a request failed for its length, if it did: a proxy refused it (the application would answer with a code
 * of its own), or it exceeded a proxy's time limit. Some proxies close the connection without an answer, which counts
 * only when it happens again.
 */
const tooLong = (error: unknown, failedBefore: boolean): 'refused' | 'slow' | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 413) return error.code === 'upload.over_limit' ? undefined : 'refused';
  return timeouts.includes(error.status) || (error.status === 0 && failedBefore) ? 'slow' : undefined;
};

/**
 * Sends one file until the server has answered with its item: in one request or in chunks, resuming after a broken
 * connection at the server's offset. Throws `UploadStopped` when it gives up.
 */
export async function uploadFile(
  deps: FileUploadDeps,
  job: UploadJob,
  { chunkSize, begun, ...hooks }: FileUploadOptions & FileUploadHooks,
): Promise<Item> {
  const { transport, tuning, openFrom } = deps;
  const { size } = job.file;
  const attempts = createAttempts(deps, hooks);
  let offset = 0;
  let isUncertain = begun;
  let hadGap = false;
  let hadBreak = false;
  let part: UploadPart | undefined;
  let isOpen = size < openFrom;

  const locate = async (): Promise<void> => {
    const known = await transport.offsetOf(job.uploadName, hooks.signal);
    // The server does not know the upload: it never began, or it has finished and its answer was lost. A repeated chunk
    // shows which (the item, or a gap); so does a repeated whole file.
    if (known !== undefined) {
      isOpen = true;
      hooks.onServerPart();
      if (known > offset) attempts.succeeded();
      offset = Math.min(known, size);
    } else if (size <= tuning.limit(chunkSize)) offset = 0;
    isUncertain = false;
  };

  for (;;) {
    const limit = tuning.limit(chunkSize);
    const sentAs = size <= limit ? 'whole' : 'chunk';
    try {
      part = undefined;
      if (isUncertain) await locate();
      const start = offset;
      hooks.onSent(start);
      part = isOpen ? nextPart(size, limit, start) : openingPart;
      if (part.isLast) hooks.onLastPart();
      const answer = await transport.send(job, part, {
        signal: hooks.signal,
        onProgress: (sent) => hooks.onSent(Math.min(start + sent, size)),
      });
      if ('item' in answer) return answer.item;
      if (answer.offset <= start && part !== openingPart) throw networkError(answer);
      isOpen = true;
      hooks.onServerPart();
      offset = answer.offset;
      hadGap = false;
      hadBreak = false;
      attempts.succeeded();
    } catch (error) {
      if (error instanceof ApiError && error.offset !== undefined && error.status === 409 && !hadGap) {
        // The server reports its offset. A second report in a row without progress is a failure.
        offset = Math.min(error.offset, size);
        hadGap = true;
        continue;
      }
      if (error instanceof ApiError && error.status === 0 && !(await isReadable(job.file, offset))) {
        throw new UploadStopped({ reason: 'unreadable', detail: '' });
      }
      const why = tooLong(error, hadBreak);
      const shrunk = part !== undefined && why !== undefined && tuning.shrink(part.end - part.start, why);
      isUncertain = true;
      hadBreak = true;
      // An immediate refusal with a smaller size to try needs no pause.
      if (shrunk && error instanceof ApiError && error.status === 413) continue;
      await attempts.failed(error, sentAs);
    }
  }
}
