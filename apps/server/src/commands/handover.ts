import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationProbe } from '#compose/installing.ts';
import { withTimeout } from '#lib/concurrency/with-timeout.ts';

/** A running application. */
export interface Running {
  /** Begins nothing more by itself. */
  stop(): void;
  /** Ends it, stopped or not. */
  close(): Promise<void>;
}

/** The single handover to the installed application, whichever caller triggers it. */
export interface Handover<T extends Running> {
  /** Opens it; concurrent and later callers get the same one. A failed opening is retried by the next call. */
  open(): Promise<T>;
  /** Stops its background work, even if it is still being opened. */
  stop(): void;
  /** Closes it; an opening in progress is waited for, so that nothing of it remains, but with a time limit. */
  close(): Promise<void>;
}

/** @param settleMs how long the end waits for an opening: the database may have gone silent in it */
export const createHandover = <T extends Running>(
  openIt: () => Promise<T>,
  settleMs: number,
): Handover<T> => {
  let opening: Promise<T> | undefined;
  let opened: T | undefined;
  let stopped = false;
  const openOnce = async (): Promise<T> => {
    try {
      opened = await openIt();
    } catch (error) {
      opening = undefined;
      throw error;
    }
    if (stopped) opened.stop();
    return opened;
  };
  return {
    open: () => (opening ??= openOnce()),
    stop: () => {
      stopped = true;
      opened?.stop();
    },
    close: async () => {
      // The caller of `open` gets its failure.
      await withTimeout(
        settleMs,
        Promise.resolve(opening).catch(() => undefined),
      );
      await opened?.close();
    },
  };
};

/** The watch for an installation. */
export interface Waiting {
  /**
   * Probes at once. Resolves when that probe, and the takeover that it starts, have ended, but not later than
   * after `patienceMs`; at once where the last one has failed, or the one in progress has been waited for too
   * long already.
   */
  probeNow(): Promise<void>;
  /** Stops probing. Resolves when the probe in progress, and the takeover that it starts, have ended. */
  stop(): Promise<void>;
}

interface WaitOptions {
  readonly probe: Pick<InstallationProbe, 'isSetupComplete'>;
  /** Takes the installation over, and is tried again where that fails. */
  readonly takeOver: () => Promise<void>;
  /** Called for a failure that differs from the one before. */
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds between two probes. */
  readonly everyMs: number;
  /** Milliseconds that a caller of `probeNow` waits at the most. */
  readonly patienceMs: number;
}

/** Probes for an installation, one probe at a time, until it is taken over. */
export const waitForInstallation = (options: WaitOptions): Waiting => {
  const { probe, takeOver, onFailure, everyMs, patienceMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let failed = '';
  let isProbing = false;
  let isSlow = false;
  let woken = Promise.withResolvers<void>();
  let probed = Promise.withResolvers<void>();
  /** Waits until the next probe is due. */
  const rest = async (): Promise<void> => {
    isProbing = false;
    isSlow = false;
    probed.resolve();
    probed = Promise.withResolvers();
    const over = new AbortController();
    const due = delay(everyMs, undefined, { signal: AbortSignal.any([signal, over.signal]) });
    await Promise.race([due.catch(() => undefined), woken.promise]);
    over.abort();
    woken = Promise.withResolvers();
    isProbing = true;
  };
  const wait = async (): Promise<void> => {
    for (;;) {
      await rest();
      if (signal.aborted) return;
      try {
        const isThere = await probe.isSetupComplete();
        if (isThere && !signal.aborted) return await takeOver();
        failed = '';
      } catch (error) {
        // A database that is away is away for more than one probe.
        if (String(error) !== failed) onFailure(error);
        failed = String(error);
      }
    }
  };
  let isOver = false;
  const waiting = wait().finally(() => {
    isOver = true;
    probed.resolve();
  });
  const probeAgain = async (): Promise<void> => {
    // One that has begun before may have come too early.
    if (isProbing) await probed.promise;
    if (isOver || failed !== '') return;
    woken.resolve();
    await probed.promise;
  };
  return {
    probeNow: async () => {
      if (isSlow || failed !== '') return;
      let isAnswered = false;
      const anew = probeAgain().then(() => {
        isAnswered = true;
      });
      await withTimeout(patienceMs, anew);
      if (!isAnswered) isSlow = true;
    },
    stop: () => {
      stopping.abort();
      return waiting;
    },
  };
};
