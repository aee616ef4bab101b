import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import type { Batch } from './batch.ts';

/** What was cut and waits to be pasted. */
export const cutStore = createStore<Batch | undefined>(undefined);
onSessionEnd(() => cutStore.set(undefined));
