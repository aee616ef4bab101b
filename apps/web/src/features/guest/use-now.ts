import { useSyncExternalStore } from 'react';

const step = 30_000;

const subscribe = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, step);
  return () => clearInterval(timer);
};

/** Milliseconds since 1970, as they pass in half minutes. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / step) * step);
