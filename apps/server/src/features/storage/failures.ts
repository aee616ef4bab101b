import { isDiskFull, isUnavailable, SyncFailedError } from '#db/errors.ts';
import { AppError } from '#lib/app-error.ts';
import { BlobStoreError, BlobStoreFullError } from '#ports/blob-store.ts';
import { reasonOf } from '#lib/reason-of.ts';

/** Translates failures of the infrastructure whose reason a caller may know. */
export const translateError = (error: unknown): AppError | undefined => {
  if (error instanceof BlobStoreFullError || isDiskFull(error))
    return new AppError('storage.disk_full', { cause: error });
  if (error instanceof BlobStoreError)
    return new AppError('storage.unavailable', { retryAfter: 5, cause: error });
  if (error instanceof SyncFailedError) return new AppError('server.disk_failed', { cause: error });
  if (isUnavailable(error)) return new AppError('server.unavailable', { retryAfter: 5, cause: error });
  return undefined;
};

export interface DiskTrouble {
  readonly code: 'disk_full' | 'disk_failed';
  readonly sentence: string;
}

/** An error and what has caused it, the outermost first. */
const chainOf = (error: unknown): unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...chainOf(error.cause)] : [error];

const pathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;

/** Describes the disk failure that ended a command, for the person who runs it; undefined: another failure. */
export const diskTroubleOf = (error: unknown): DiskTrouble | undefined => {
  const chain = chainOf(error);
  const failed = chain.find((each) => each instanceof SyncFailedError);
  if (failed !== undefined)
    return {
      code: 'disk_failed',
      sentence: `${failed.message} Nothing of it was done: ${reasonOf(failed.cause)}. Look after the disk, then run this again.`,
    };
  const full = chain.find((each) => each instanceof BlobStoreFullError || isDiskFull(each));
  if (full === undefined) return undefined;
  const path = chain.map(pathOf).find((each) => each !== undefined);
  return {
    code: 'disk_full',
    sentence: `The disk is full${path === undefined ? '' : ` (${path})`}. Make room on it, then run this again.`,
  };
};

/**
 * Explains a failure of the disk, the network or the store during the work, in a sentence; undefined: another
 * failure.
 */
export const failureFromOutside = (error: unknown): string | undefined => {
  if (error instanceof BlobStoreError) return error.message;
  return error instanceof Error && 'syscall' in error
    ? `The command has failed: ${reasonOf(error)}.`
    : undefined;
};
