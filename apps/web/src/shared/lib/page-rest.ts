import { createStore } from './store.ts';

/** True once the first rows are drawn and the page is at rest: code that they need not wait for may load. */
export const pageAtRest = createStore(false);
