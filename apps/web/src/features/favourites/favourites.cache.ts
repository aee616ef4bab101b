import type { Favourite, User } from '@holdall/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '#shared/session/session.ts';

/** Returns the user with other favourites. */
const withFavourites = (user: User, data: readonly Favourite[]): User => ({
  data: {
    ...user.data,
    relationships: { ...user.data.relationships, favourites: { data: [...data] } },
  },
});

export const favouritesOf = (user: User | undefined): readonly Favourite[] =>
  user?.data.relationships.favourites.data ?? [];

/** Updates the cached favourites. */
export const setFavourites = (
  client: QueryClient,
  change: (favourites: readonly Favourite[]) => readonly Favourite[],
): void => {
  client.setQueryData(userQuery.queryKey, (user) => user && withFavourites(user, change(favouritesOf(user))));
};
