import { AppError } from '#lib/app-error.ts';

export const itemNotFound = (): AppError => new AppError('item.not_found');
export const parentIsFile = (): AppError =>
  new AppError('item.parent_is_file', { errors: { parent_id: ['This is not a folder.'] } });
export const nameTaken = (name: string): AppError =>
  new AppError('item.name_taken', { errors: { name: [`“${name}” is here already.`] } });
export const folderTooDeep = (): AppError => new AppError('folder.too_deep');
