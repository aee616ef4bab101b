import { createStore } from '#shared/lib/store.ts';

/** Token of the link whose guest activity is open. */
export const watchedLink = createStore<string | undefined>(undefined);
