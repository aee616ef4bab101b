import type { Item } from '@holdall/contract/files';
import type { Favourite, User } from '@holdall/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '#shared/session/session.ts';

/** Returns an item as the favourites name it. */
export const favouriteOf = ({ id, type, attributes }: Item['data']): Favourite => {
  const { name, emoji, color, category, parent_id } = attributes;
  return { id, type, name, emoji, color, category, parent_id };
};

/** Returns the user with other favourites. */
const withFavourites = (user: User, data: readonly Favourite[]): User => ({
  data: {
    ...user.data,
    relationships: { ...user.data.relationships, favourite_items: { data: [...data] } },
  },
});

export const favouritesOf = (user: User | undefined): readonly Favourite[] =>
  user?.data.relationships.favourite_items.data ?? [];

/** Updates the cached favourites. */
export const setFavourites = (
  client: QueryClient,
  change: (favourites: readonly Favourite[]) => readonly Favourite[],
): void => {
  client.setQueryData(userQuery.queryKey, (user) => user && withFavourites(user, change(favouritesOf(user))));
};
