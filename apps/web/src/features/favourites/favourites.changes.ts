import { appEndpoints } from '@holdall/contract/app.endpoints';
import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { Favourite } from '@holdall/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { markUnauthorized, session, userQuery } from '#shared/session/session.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { favouritesOf, setFavourites } from './favourites.cache.ts';
import { reordered } from './reordered.ts';

type Answer = Promise<{ readonly items: readonly Favourite[] }>;

/** A change of the favourites: its optimistic result and the call that persists it. */
interface FavouritesChange {
  readonly shown: (favourites: readonly Favourite[]) => readonly Favourite[];
  readonly send: () => Answer;
  /** Message on success. */
  readonly said: string;
}

/** The favourites before a change, and their session. */
interface Shown {
  readonly before: readonly Favourite[];
  readonly during: number;
}

/** Returns the message of a failure; expected ones have their own. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
    ? errorText(error)
    : text('toasts.failed');

const namesOf = (items: readonly Favourite[]): string => items.map(({ name }) => name).join(', ');

/** Applies a change. Nothing observes its progress, so it needs no hook. */
const make = (client: QueryClient, change: FavouritesChange): void => {
  const mutation = client.getMutationCache().build<Awaited<Answer>, Error, FavouritesChange, Shown>(client, {
    ...client.getDefaultOptions().mutations,
    // Changes are serialized, since each answer is the whole list.
    scope: { id: 'favourites' },
    mutationFn: ({ send }: FavouritesChange) => send(),
    onMutate: async ({ shown }) => {
      await client.cancelQueries({ queryKey: userQuery.queryKey });
      const before = favouritesOf(client.getQueryData(userQuery.queryKey));
      setFavourites(client, shown);
      return { before, during: session.get().ended };
    },
    onSuccess: ({ items }, { said }, shown) => {
      // Results of one session are neither shown nor announced in the next.
      if (session.get().ended !== shown.during) return;
      // A queued change gets an answer that includes both.
      if (client.isMutating({ predicate: ({ options }) => options.scope?.id === 'favourites' }) <= 1)
        setFavourites(client, () => items);
      announce(said);
    },
    onError: (error, _change, shown) => {
      if (session.get().ended !== shown?.during) return;
      if (error instanceof ApiError && error.status === 401) return markUnauthorized();
      setFavourites(client, () => shown.before);
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      showToast({ type: 'danger', message: failureText(error) });
    },
  });
  // The failure has been reported above.
  mutation.execute(change).catch(() => undefined);
};

export const add = (client: QueryClient, items: readonly Favourite[]): void =>
  make(client, {
    shown: (favourites) => [
      ...favourites,
      ...items.filter((item) => !favourites.some(({ id }) => id === item.id)),
    ],
    send: () => call(itemEndpoints.addFavourites, { body: { folders: items.map(({ id }) => ({ id })) } }),
    said: text('favourites.added', { name: namesOf(items) }),
  });

export const remove = (client: QueryClient, item: Favourite): void =>
  make(client, {
    shown: (favourites) => favourites.filter(({ id }) => id !== item.id),
    send: () => call(itemEndpoints.removeFavourite, { params: { id: item.id } }),
    said: text('favourites.removed', { name: item.name }),
  });

interface Step {
  readonly from: number;
  readonly to: number;
}

/** Moves the favourite at `from` to the index `to`. */
export const move = (client: QueryClient, favourites: readonly Favourite[], { from, to }: Step): void => {
  const next = reordered(favourites, from, to);
  const item = favourites[from];
  if (!item || next[from]?.id === item.id) return;
  const place = next.findIndex(({ id }) => id === item.id) + 1;
  make(client, {
    shown: () => next,
    send: () => call(itemEndpoints.orderFavourites, { body: { folders: next.map(({ id }) => ({ id })) } }),
    said: text('favourites.moved', { name: item.name, place, total: next.length }),
  });
};

/** Opens the folder that lists a favourite and selects it; it may have moved since the page was loaded. */
export const showInFolder = async ({ id }: Favourite): Promise<void> => {
  const during = session.get().ended;
  try {
    const { data } = await call(appEndpoints.getItem, { params: { id } });
    if (session.get().ended === during) navigate(paths.files(data.attributes.parent_id, { select: id }));
  } catch (error) {
    if (session.get().ended !== during) return;
    if (error instanceof ApiError && error.status === 401) markUnauthorized();
    else showToast({ type: 'danger', message: failureText(error) });
  }
};
