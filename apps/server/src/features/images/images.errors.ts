import { TooManyPixelsError, UnpicturableError } from '#ports/thumbnailer.ts';
import { AppError } from '#lib/app-error.ts';

export const imageNotFound = (): AppError => new AppError('image.not_found');
export const imageUnreadable = (cause?: unknown): AppError => new AppError('image.unreadable', { cause });
export const imageTooLarge = (): AppError => new AppError('image.too_large');

/** Returns the error of a second image while the first is being processed. */
export const imageInProgress = (): AppError => new AppError('limit.too_many', { retryAfter: 5 });

/** Returns the fault of an image for its sender; other errors stay as they are. */
export const imageFault = (error: unknown): unknown => {
  if (error instanceof TooManyPixelsError) return new AppError('image.too_many_pixels', { cause: error });
  return error instanceof UnpicturableError ? imageUnreadable(error) : error;
};
