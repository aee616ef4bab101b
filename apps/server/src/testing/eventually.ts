import { vi } from 'vitest';

/** Retries until nothing is thrown, for as long as a test may take, even on a busy machine. */
export const eventually = <T>(expected: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(expected, { timeout: 38_000 });
