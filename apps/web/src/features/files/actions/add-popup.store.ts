import { createStore } from '#shared/lib/store.ts';

/** True while small windows ask for the kind of item to add. A page that cannot add items opens the popup in Home. */
export const addPopup = createStore(false);
