import { TooManyPixelsError, UnpicturableError } from '#ports/thumbnailer.ts';
import { AppError } from '#lib/app-error.ts';

export const imageNotFound = (): AppError => new AppError('picture.not_found');
export const imageUnreadable = (cause?: unknown): AppError => new AppError('picture.unreadable', { cause });
export const imageTooLarge = (): AppError => new AppError('picture.too_large');

/** Somebody's earlier image is not made yet. */
export const imageUnderWay = (): AppError => new AppError('limit.too_many', { retryAfter: 5 });

/** What was wrong with an image, for whoever has sent it; anything else stays as it is. */
export const imageFault = (error: unknown): unknown => {
  if (error instanceof TooManyPixelsError) return new AppError('picture.too_many_pixels', { cause: error });
  return error instanceof UnpicturableError ? imageUnreadable(error) : error;
};
