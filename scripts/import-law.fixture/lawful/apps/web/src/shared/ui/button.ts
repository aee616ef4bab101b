import { store } from '#shared/lib/store.ts';

export const button = store;
