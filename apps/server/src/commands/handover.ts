import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationProbe } from '#compose-installing.ts';
import { withTimeout } from '#lib/with-timeout.ts';

/** What runs by itself once it is open, until it is ended. */
export interface Running {
  /** Begins nothing more by itself. */
  stop(): void;
  /** Ends it, stopped or not. */
  close(): Promise<void>;
}

/** The one opening of what takes over, whoever asks for it. */
export interface Handover<T extends Running> {
  /** Opens it; who asks while it is being opened, or afterwards, gets the same one. What has failed is tried again. */
  open(): Promise<T>;
  /** Has it begin nothing more by itself, be it open or still being opened. */
  stop(): void;
  /** Ends it; one that is being opened is waited for, so that nothing of it is left, but not for ever. */
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
      // Whoever asked for it is told what it failed by.
      await withTimeout(
        settleMs,
        Promise.resolve(opening).catch(() => undefined),
      );
      await opened?.close();
    },
  };
};

/** How somebody waits for an installation. */
export interface Waiting {
  /**
   * Looks at once. Resolves when that look, and what it has begun, has ended, but not later than after `patienceMs`; at
   * once where the last one, or what it has begun, has failed, or the one under way has been waited for too long already.
   */
  probeNow(): Promise<void>;
  /** Looks no more. Resolves when the look under way, and what it has begun, has ended. */
  stop(): Promise<void>;
}

interface WaitOptions {
  readonly probe: Pick<InstallationProbe, 'isSetupComplete'>;
  /** Takes the installation over, and is tried again where that fails. */
  readonly takeOver: () => Promise<void>;
  /** Told of a failure when it is another one than before. */
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** Milliseconds that somebody who asks for a look is kept waiting at the most. */
  readonly patienceMs: number;
}

/** Looks for an installation again and again, one look at a time, until it is taken over. */
export const waitForInstallation = (options: WaitOptions): Waiting => {
  const { probe, takeOver, onFailure, everyMs, patienceMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let failed = '';
  let isProbing = false;
  let isSlow = false;
  let woken = Promise.withResolvers<void>();
  let probed = Promise.withResolvers<void>();
  /** Waits until the next look is due. */
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
