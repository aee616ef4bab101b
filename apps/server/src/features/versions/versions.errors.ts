import { AppError } from '#lib/app-error.ts';

export const versionNotFound = (): AppError => new AppError('version.not_found');
