import { AppError, invalidField } from '#lib/app-error.ts';
import { formatBytes } from '#lib/format-bytes.ts';
import { BlobStoreAwayError, BlobStoreError, BlobStoreFullError } from '#ports/blob-store.ts';

/** @param offset the byte at which the client is to continue */
export const uploadGap = (offset: number): AppError => new AppError('upload.gap', { offset });
export const uploadMismatch = (message?: string): AppError =>
  new AppError('upload.mismatch', message === undefined ? {} : { message });
/** The answer to a client whose upload another server has taken over. */
export const takenOver = (): AppError => uploadMismatch('Another connection has continued this upload.');
export const uploadNotFound = (): AppError => new AppError('upload.not_found');
export const tooManyOpen = (): AppError => new AppError('upload.too_many_open', { retryAfter: 60 });
export const overLimit = (): AppError => new AppError('upload.over_limit');
export const uploadIncomplete = (offset: number, cause?: unknown): AppError =>
  new AppError('upload.incomplete', { offset, cause });
/** @param entry the matching entry of the blacklist */
export const blockedType = (entry: string): AppError =>
  new AppError('upload.blocked_type', { errors: { file: [`“${entry}” is blocked here.`] } });
/** A guest without a cookie sent a part of a file. */
export const visitRequired = (): AppError =>
  invalidField(
    'upload_id',
    'Open the link first and keep its cookie to send a file in parts; without it send the file as a whole.',
  );
/** Unfinished uploads need everything that a request for files still takes. */
export const requestBusy = (): AppError =>
  new AppError('file_request.full', {
    message: 'Uploads in progress need all the space left in this request. Try again when they’re finished.',
  });
/** @param left bytes that a request for files takes besides those that are arriving */
export const beyondRequest = (left: number): AppError =>
  left > 0
    ? new AppError('file_request.full', { message: `You can send up to ${formatBytes(left)} more.` })
    : requestBusy();
export const isRequestFull = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'file_request.full';

/** Codes after which the file can never be accepted, so that its bytes are discarded. */
const fatalCodes = new Set(['upload.over_limit', 'upload.blocked_type', 'file_request.full']);
export const isFatal = (error: unknown): boolean => error instanceof AppError && fatalCodes.has(error.code);
/**
 * Bytes on a failing disk are not trusted, however many of them can be read back. A full or unreachable store
 * is sound.
 */
export const isUntrusted = (error: unknown): boolean =>
  error instanceof BlobStoreError &&
  !(error instanceof BlobStoreFullError) &&
  !(error instanceof BlobStoreAwayError);
