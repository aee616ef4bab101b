import { useSuspenseQuery } from '@tanstack/react-query';
import { favouritesOf } from '#features/favourites/favourites.cache.ts';
import { useFavouriteActions } from '#features/favourites/favourites.mutations.ts';
import type { FavouriteActions } from '#features/files/actions/item-actions.ts';
import type { Entry } from '#features/files/entry.ts';
import { userQuery } from '#shared/session/session.ts';
import { ListingFrame, type ListingFrameProps } from './listing.frame.tsx';

const favouriteOf = ({ id, attributes: { name, emoji, color } }: Entry) => ({ id, name, emoji, color });

/** Folders that are kept at hand, for the menus of items. */
const useFavourites = (): FavouriteActions => {
  const user = useSuspenseQuery(userQuery).data;
  const { add, remove } = useFavouriteActions();
  const ids = new Set(favouritesOf(user).map(({ id }) => id));
  return {
    has: (folderId) => ids.has(folderId),
    add: (folders) => {
      if (folders.length > 0) add(folders.map(favouriteOf));
    },
    remove: (folders) => {
      for (const folder of folders) remove(favouriteOf(folder));
    },
  };
};

/** A listing of the signed-in user. */
export const ListingScreen = (props: Omit<ListingFrameProps, 'restrictions' | 'favourites'>) => {
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const favourites = useFavourites();
  return <ListingFrame {...props} {...{ restrictions, favourites }} />;
};
