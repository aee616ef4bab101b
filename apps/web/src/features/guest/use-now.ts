import { useSyncExternalStore } from 'react';

const step = 30_000;

const subscribe = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, step);
  return () => clearInterval(timer);
};

/** Returns the current time in milliseconds since 1970, updated every half minute. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / step) * step);
