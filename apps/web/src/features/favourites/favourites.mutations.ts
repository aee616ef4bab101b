import type { Favourite } from '@holdall/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { userQuery } from '#shared/session/session.ts';
import { lazyCommands } from '#shared/ui/lazy-commands.ts';
import { favouritesOf } from './favourites.cache.ts';

const changes = lazyCommands('favourites', () => import('./favourites.changes.ts'));

/** Loads what changes favourites, so that the first change shows as quickly as the next. */
export const preloadChanges = (): void => void changes.load().catch(() => undefined);

/** Adding, removing and ordering favourites: shown at once, taken back when the server refuses. */
export const useFavouriteActions = () => {
  const client = useQueryClient();
  return {
    add: (folders: readonly Favourite[]): void => void changes.run(({ add }) => add(client, folders)),
    remove: (folder: Favourite): void => void changes.run(({ remove }) => remove(client, folder)),
    /** Goes to where it is listed, selected. */
    show: (folder: Favourite): void => void changes.run(({ showInFolder }) => showInFolder(folder)),
    /** Takes the favourite at `from` to the place `to`. */
    move: (favourites: readonly Favourite[], from: number, to: number): void =>
      void changes.run(({ move }) => move(client, favourites, { from, to })),
  };
};

export type FavouriteActions = ReturnType<typeof useFavouriteActions>;

/** The user's favourite folders, in their order. */
export const useFavourites = (): readonly Favourite[] => favouritesOf(useQuery(userQuery).data);
