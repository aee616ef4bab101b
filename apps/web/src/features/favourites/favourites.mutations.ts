import type { Favourite } from '@holdall/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { userQuery } from '#shared/session/session.ts';
import { lazyCommands } from '#shared/ui/lazy-commands.ts';
import { favouritesOf } from './favourites.cache.ts';

const changes = lazyCommands('favourites', () => import('./favourites.changes.ts'));

/** Preloads the code that changes favourites, so that the first change shows as quickly as later ones. */
export const preloadChanges = (): void => void changes.load().catch(() => undefined);

/** Adds, removes and orders favourites optimistically; reverts when the server refuses. */
export const useFavouriteActions = () => {
  const client = useQueryClient();
  return {
    add: (items: readonly Favourite[]): void => void changes.run(({ add }) => add(client, items)),
    remove: (item: Favourite): void => void changes.run(({ remove }) => remove(client, item)),
    /** Opens the folder that lists it and selects it. */
    show: (item: Favourite): void => void changes.run(({ showInFolder }) => showInFolder(item)),
    /** Moves the favourite at `from` to the index `to`. */
    move: (favourites: readonly Favourite[], from: number, to: number): void =>
      void changes.run(({ move }) => move(client, favourites, { from, to })),
  };
};

export type FavouriteActions = ReturnType<typeof useFavouriteActions>;

/** The user's favourite folders and files, in their order. */
export const useFavourites = (): readonly Favourite[] => favouritesOf(useQuery(userQuery).data);
