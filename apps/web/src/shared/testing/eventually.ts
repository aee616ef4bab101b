import { vi } from 'vitest';

/** Waits until nothing is thrown any more: as long as a test may take, however busy the machine is. */
export const eventually = <T>(expected: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(expected, { timeout: 38_000 });
