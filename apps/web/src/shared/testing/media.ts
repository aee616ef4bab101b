import { vi } from 'vitest';

/** A window of which, until the test ends, one media query holds and no other does. */
export const openWindow = (query: string): void => {
  vi.stubGlobal('matchMedia', (asked: string) => ({
    matches: asked === query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
};
