import { useSyncExternalStore } from 'react';

const everySecond = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
};

/** Whole seconds until a time in milliseconds since 1970, as they pass; 0 once it is there. */
export const useCountdown = (until: number): number =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)));
