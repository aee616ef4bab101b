import { AppError } from '#lib/app-error.ts';

export const thumbnailNotFound = (): AppError => new AppError('thumbnail.not_found');
