import { createStore, useStore } from '#shared/lib/store.ts';

export interface PageLocation {
  readonly pathname: string;
  readonly search: string;
  /** Names this entry of the browser's history; a page that is returned to has the same one. */
  readonly key: string;
  /** The number of pages of the application before this one. */
  readonly index: number;
  /** It lies over the page before it, which shares its key. */
  readonly over: boolean;
  /** Id of the folder that was left by going up to this page. */
  readonly left?: string | undefined;
}

const entryOf = (state: unknown): Pick<PageLocation, 'key' | 'index' | 'over' | 'left'> | undefined =>
  typeof state === 'object' && state !== null && 'key' in state && 'index' in state
    ? {
        key: String(state.key),
        index: Number(state.index),
        over: 'over' in state && state.over === true,
        left: 'left' in state && typeof state.left === 'string' ? state.left : undefined,
      }
    : undefined;

const read = (): PageLocation => ({
  pathname: location.pathname,
  search: location.search,
  ...(entryOf(history.state) ?? { key: 'first', index: 0, over: false }),
});

/** Tells this load of the page from others in the same history. Where there is no https, there is no randomUUID. */
const load = crypto.getRandomValues(new Uint32Array(2)).join('-');
let pages = 0;

const store = createStore<PageLocation>(read());
addEventListener('popstate', () => store.set(read()));

export interface NavigateOptions {
  readonly replace?: boolean;
  /** The new page lies over the current one, which keeps its name and so its place. */
  readonly over?: boolean;
  /** Id of the folder that is left by going up. */
  readonly left?: string | undefined;
}

/**
 * Goes to a path of the application.
 * @param to path with its query, from `paths`.
 */
export const navigate = (to: string, { replace = false, over = false, left }: NavigateOptions = {}): void => {
  const here = store.get();
  if (replace) {
    const { key, index } = here;
    history.replaceState({ key, index, over: here.over, left: here.left }, '', to);
  } else {
    const key = over ? here.key : `${load}-${(pages += 1)}`;
    history.pushState({ key, index: here.index + 1, over, left: over ? here.left : left }, '', to);
  }
  store.set(read());
};

/** Returns the current location, for code that does not draw it. */
export const currentLocation = (): PageLocation => store.get();

export const useLocation = (): PageLocation => useStore(store);
