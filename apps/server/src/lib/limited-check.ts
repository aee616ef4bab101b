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
 * A check that answers in time, whatever becomes of its work, and has one run of the work under way at the most: a part that
 * hangs would otherwise gather one more with each call.
 *
 * @param ms milliseconds that a caller waits
 * @returns a check that rejects with SilenceError where the time is over, otherwise as the work does
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
