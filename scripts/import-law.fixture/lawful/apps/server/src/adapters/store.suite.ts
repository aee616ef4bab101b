import type { Store } from '#ports/store.ts';

export const suite = (store: Store) => store.read('key');
