import { createStore } from '#shared/lib/store.ts';

/** Whether it is asked if uploads shall end with the session. */
export const askingToLogOut = createStore(false);
