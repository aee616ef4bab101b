import { createStore, useStore } from '#shared/lib/store.ts';

export interface PageLocation {
  readonly pathname: string;
  readonly search: string;
  /** Names this entry of the browser's history; a page that is returned to has the same one. */
  readonly key: string;
  /** How many pages of the application lie before this one. */
  readonly index: number;
}

const entryOf = (state: unknown): Pick<PageLocation, 'key' | 'index'> | undefined =>
  typeof state === 'object' && state !== null && 'key' in state && 'index' in state
    ? { key: String(state.key), index: Number(state.index) }
    : undefined;

const read = (): PageLocation => ({
  pathname: location.pathname,
  search: location.search,
  ...(entryOf(history.state) ?? { key: 'first', index: 0 }),
});

/** Tells this load of the page from others in the same history. Where there is no https, there is no randomUUID. */
const load = crypto.getRandomValues(new Uint32Array(2)).join('-');
let pages = 0;

const store = createStore<PageLocation>(read());
addEventListener('popstate', () => store.set(read()));

/**
 * Goes to a path of the application.
 * @param to path with its query, from `paths`.
 * @param how `over`: what opens lies over the page that is shown, which keeps its name and so its place.
 */
export const navigate = (
  to: string,
  { replace = false, over = false }: { readonly replace?: boolean; readonly over?: boolean } = {},
): void => {
  const here = store.get();
  if (replace) history.replaceState({ key: here.key, index: here.index }, '', to);
  else if (over) history.pushState({ key: here.key, index: here.index + 1 }, '', to);
  else history.pushState({ key: `${load}-${(pages += 1)}`, index: here.index + 1 }, '', to);
  store.set(read());
};

export const useLocation = (): PageLocation => useStore(store);
