import { latestLimits } from '@holdall/contract/limits';
import { createStore } from '#shared/lib/store.ts';

/** The number of latest uploads to load. */
export const latestCount = createStore<number>(latestLimits.default);

/** Loads more of the latest uploads, up to the server's limit. */
export const askForMoreLatest = (): void =>
  latestCount.set((count) => Math.min(latestLimits.max, count + latestLimits.default));
