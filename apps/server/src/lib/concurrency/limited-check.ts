/** A part of the installation gave no answer in the time that it had. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';

  constructor(ms: number) {
    super(`There was no answer within ${ms / 1_000} seconds.`);
  }
}

/** Milliseconds that a check of one part has. */
const limitMs = 5_000;

/**
 * Bounds a check: callers get an answer in time, and at most one run is in progress, so that a hanging
 * dependency does not gather one with each call.
 *
 * @param ms milliseconds that a caller waits
 * @returns a check that rejects with SilenceError after that time, otherwise as the work does
 */
export const createLimitedCheck = <T>(work: () => Promise<T>, ms: number = limitMs): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => silence.reject(new SilenceError(ms)), ms);
    try {
      return await Promise.race([running, silence.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
};
