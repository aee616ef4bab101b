import { AppError } from '#lib/app-error.ts';

export const storageExceeded = (): AppError => new AppError('storage.exceeded');
export const isStorageExceeded = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'storage.exceeded';
