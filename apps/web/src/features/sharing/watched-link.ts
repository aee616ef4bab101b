import { createStore } from '#shared/lib/store.ts';

/** The link whose deeds are being looked at, wherever that was opened from. */
export const watchedLink = createStore<string | undefined>(undefined);
