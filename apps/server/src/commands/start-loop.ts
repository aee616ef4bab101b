import { setTimeout as delay } from 'node:timers/promises';
import { CoalescedRun } from '#lib/concurrency/coalesced-run.ts';
import { withTimeout } from '#lib/concurrency/with-timeout.ts';

/** A running application. */
export interface Running {
  /** Begins nothing more by itself. */
  stop(): void;
  /** Ends it, stopped or not. */
  close(): Promise<void>;
}

interface StartLoopOptions<T extends Running> {
  /** Tells whether there is an installation that can be opened. */
  readonly isInstalled: () => Promise<boolean>;
  /** Opens it, as a start does. */
  readonly open: () => Promise<T>;
  /** Called for a failed attempt whose error differs from the one before. */
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds between two attempts. */
  readonly everyMs: number;
  /** Milliseconds that a request, and the end, wait for a probe: the network to the database may be cut. */
  readonly silenceMs: number;
  /** Milliseconds that the end waits for an opening in progress. */
  readonly settleMs: number;
}

/** Goes through the start again and again, until there is an installation. */
export interface StartLoop<T extends Running> {
  /**
   * Opens the installation now. Concurrent and later callers get the same one.
   *
   * @throws what prevents it; the next call tries again
   */
  open(): Promise<T>;
  /** Tries until an installation is open. @returns undefined where it is stopped before */
  run(): Promise<T | undefined>;
  /** Tries at once, but returns after `silenceMs`; at once while the last one has failed, or is slow. */
  tryNow(): Promise<void>;
  /** Tries no more, and stops what is open or being opened. */
  stop(): void;
  /** Stops and closes; an opening in progress is waited for, so that nothing of it remains. */
  close(): Promise<void>;
}

export const createStartLoop = <T extends Running>(options: StartLoopOptions<T>): StartLoop<T> => {
  const { silenceMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let opening: Promise<T> | undefined;
  let opened: T | undefined;
  let failed = '';
  let isSlow = false;
  const openIt = async (): Promise<T> => {
    try {
      opened = await options.open();
    } catch (error) {
      opening = undefined;
      throw error;
    }
    if (signal.aborted) opened.stop();
    return opened;
  };
  const open = (): Promise<T> => (opening ??= openIt());
  const isOver = (): boolean => opened !== undefined || signal.aborted;
  /** A request needs a probe that began after it came: an earlier one may have come too early. */
  const attempts = new CoalescedRun(async () => {
    try {
      if (!isOver() && (await options.isInstalled()) && !signal.aborted) await open();
      failed = '';
    } catch (error) {
      // A database that is away is away for more than one attempt.
      if (String(error) !== failed) options.onFailure(error);
      failed = String(error);
    }
    isSlow = false;
  });
  const stop = (): void => {
    stopping.abort();
    opened?.stop();
  };
  return {
    open,
    run: async () => {
      while (!isOver()) {
        await delay(options.everyMs, undefined, { signal }).catch(() => undefined);
        await attempts.ask();
      }
      return opened;
    },
    tryNow: async () => {
      if (isSlow || failed !== '') return;
      let isDone = false;
      const attempt = attempts.ask().then(() => {
        isDone = true;
      });
      await withTimeout(silenceMs, attempt);
      isSlow = !isDone;
    },
    stop,
    close: async () => {
      stop();
      await withTimeout(silenceMs, attempts.settled());
      // The caller of `open` gets its failure.
      await withTimeout(
        options.settleMs,
        Promise.resolve(opening).catch(() => undefined),
      );
      await opened?.close();
    },
  };
};
