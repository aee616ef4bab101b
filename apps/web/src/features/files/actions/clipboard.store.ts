import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import type { Batch } from './batch.ts';

/** The items that were cut or copied and wait to be pasted. */
export interface Clipboard {
  readonly batch: Batch;
  /** Cut items are moved by pasting them. */
  readonly isCut: boolean;
}

export const clipboardStore = createStore<Clipboard | undefined>(undefined);
onSessionEnd(() => clipboardStore.set(undefined));
