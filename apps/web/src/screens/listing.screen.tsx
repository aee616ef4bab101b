import { useSuspenseQuery } from '@tanstack/react-query';
import { favouriteOf, favouritesOf } from '#features/favourites/favourites.cache.ts';
import { useFavouriteActions } from '#features/favourites/favourites.mutations.ts';
import type { FavouriteActions } from '#features/files/actions/item-actions.ts';
import { userQuery } from '#shared/session/session.ts';
import { ListingFrame, type ListingFrameProps } from './listing.frame.tsx';

/** Folders and files that are kept at hand, for the menus of items. */
const useFavourites = (): FavouriteActions => {
  const user = useSuspenseQuery(userQuery).data;
  const { add, remove } = useFavouriteActions();
  const ids = new Set(favouritesOf(user).map(({ id }) => id));
  return {
    has: (id) => ids.has(id),
    add: (entries) => {
      if (entries.length > 0) add(entries.map(favouriteOf));
    },
    remove: (entries) => {
      for (const entry of entries) remove(favouriteOf(entry));
    },
  };
};

/** A listing of the signed-in user. */
export const ListingScreen = (props: Omit<ListingFrameProps, 'restrictions' | 'favourites'>) => {
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const favourites = useFavourites();
  return <ListingFrame {...props} {...{ restrictions, favourites }} />;
};
