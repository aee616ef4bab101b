import type { Connection, UploadClock } from './upload-transport.ts';

/** Calls `begin`'s callback once, or rejects as soon as the signal aborts. */
const untilAborted = (signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as DOMException);
      return;
    }
    let end = (): void => undefined;
    const abort = (): void => {
      end();
      reject(signal.reason as DOMException);
    };
    signal.addEventListener('abort', abort, { once: true });
    end = begin(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });

export const browserClock: UploadClock = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    untilAborted(signal, (done) => {
      const timer = setTimeout(done, ms);
      return () => clearTimeout(timer);
    }),
};

export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  whenOnline: (signal) =>
    untilAborted(signal, (done) => {
      if (navigator.onLine) {
        done();
        return () => undefined;
      }
      window.addEventListener('online', done, { once: true });
      return () => window.removeEventListener('online', done);
    }),
};
