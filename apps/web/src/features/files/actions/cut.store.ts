import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import type { Batch } from './batch.ts';

/** The items that were cut and wait to be pasted. */
export const cutStore = createStore<Batch | undefined>(undefined);
onSessionEnd(() => cutStore.set(undefined));
