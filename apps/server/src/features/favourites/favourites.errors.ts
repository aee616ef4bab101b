import { favouriteLimit } from '@holdall/contract/listings';
import { AppError } from '#lib/app-error.ts';

export const unknownFavourite = (): AppError => new AppError('item.not_found');
export const tooMany = (): AppError =>
  new AppError('favourite.too_many', {
    errors: { folders: [`You can have at most ${favouriteLimit} favourites, including those in the trash.`] },
  });
