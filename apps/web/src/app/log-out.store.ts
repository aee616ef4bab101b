import { createStore } from '#shared/lib/store.ts';

/** True while the page asks whether uploads shall end with the session. */
export const askingToLogOut = createStore(false);
