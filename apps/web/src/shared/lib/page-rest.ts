import { createStore } from './store.ts';

/** Whether the first rows are drawn and the page is at rest: what they need not wait for may load. */
export const pageAtRest = createStore(false);
