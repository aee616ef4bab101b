import { favouriteLimit } from '@holdall/contract/listings';
import { AppError } from '#lib/app-error.ts';

export const unknownFolder = (): AppError => new AppError('item.not_found');
export const notFolder = (): AppError =>
  new AppError('favourite.not_folder', { errors: { folders: ['Only folders can be favourites.'] } });
export const tooMany = (): AppError =>
  new AppError('favourite.too_many', {
    errors: { folders: [`You can have at most ${favouriteLimit} favourites, including those in the trash.`] },
  });
