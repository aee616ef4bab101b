import { createStore } from './store.ts';

/** True if the first rows are drawn and the page is at rest: what they need not wait for may load. */
export const pageAtRest = createStore(false);
