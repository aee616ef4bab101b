import { createStore } from '#shared/lib/store.ts';

/** True if small windows ask for what is to be added; a page that adds nothing itself opens it in Home. */
export const addPopup = createStore(false);
