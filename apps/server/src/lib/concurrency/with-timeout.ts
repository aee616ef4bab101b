import { setTimeout as delay } from 'node:timers/promises';

/** Waits for work that may never end, and not longer than `ms`. @throws what the work throws in that time */
export const withTimeout = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const ended = new AbortController();
  try {
    await Promise.race([work, delay(ms, undefined, ended).catch(() => undefined)]);
  } finally {
    ended.abort();
  }
};
