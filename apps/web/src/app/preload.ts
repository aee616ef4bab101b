import { pageAtRest } from '#shared/lib/page-rest.ts';

/** Milliseconds that the first rows have for themselves. */
const headStart = 1000;
let started = false;

const whenIdle = (act: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else act();
};

/** Acts once the page is at rest. @returns takes it back */
export const whenSettled = (act: () => void): (() => void) => {
  let wanted = true;
  const timer = setTimeout(() => whenIdle(() => wanted && act()), headStart);
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
};

// No user has asked for this: on a failure it is loaded another time.
const settle = (): void =>
  void import('./settled.ts').then((settled) => settled.settle()).catch(() => undefined);

/** Starts, once the page is at rest, the work that the first rows did not have to wait for. */
export const preloadLater = (): void => {
  if (started) return settle();
  started = true;
  whenSettled(() => {
    performance.mark('holdall:preload');
    pageAtRest.set(true);
    settle();
  });
};
