import type { Store } from '#ports/store.ts';

export const memoryStore: Store = { read: () => undefined };
