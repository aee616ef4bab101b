import { AppError, invalidField } from '#lib/app-error.ts';

/** @param offset the byte at which the server wants to go on */
export const uploadGap = (offset: number): AppError => new AppError('upload.gap', { offset });
export const uploadMismatch = (message?: string): AppError =>
  new AppError('upload.mismatch', message === undefined ? {} : { message });
export const uploadNotFound = (): AppError => new AppError('upload.not_found');
export const tooManyOpen = (): AppError => new AppError('upload.too_many_open', { retryAfter: 60 });
export const overLimit = (): AppError => new AppError('upload.over_limit');
export const uploadIncomplete = (offset: number, cause?: unknown): AppError =>
  new AppError('upload.incomplete', { offset, cause });
/** @param entry the entry of the blacklist that was met */
export const blockedType = (entry: string): AppError =>
  new AppError('upload.blocked_type', { errors: { file: [`“${entry}” is blocked here.`] } });
/** A guest sends a part of a file who cannot be told from others. */
export const visitRequired = (): AppError =>
  invalidField(
    'upload_id',
    'Open the link first and keep its cookie to send a file in parts; without it send the file as a whole.',
  );
export const isRequestFull = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'file_request.full';
