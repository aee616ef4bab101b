import { ApiError } from '#shared/api/api-error.ts';
import { TransferError, UploadStopped, failureOf, isPassing } from './transfer-error.ts';
import type { Connection, UploadClock } from './upload-transport.ts';

/** Consecutive failed attempts after which a file fails (specification section 9). */
export const attemptLimit = 3;
const pausesMs = [2000, 8000];

export interface AttemptDeps {
  readonly clock: UploadClock;
  readonly connection: Connection;
}

export interface AttemptHooks {
  readonly signal: AbortSignal;
  /**
   * Receives the number of attempts in a row that have failed (0 once one makes progress), and the pause before the
   * next.
   */
  readonly onFailures: (failures: number, pauseMs: number) => void;
  /** Receives whether the upload waits for the network. */
  readonly onOffline: (offline: boolean) => void;
}

/** Counts failed attempts, and waits before the next one. */
export interface Attempts {
  /** Resets the count after progress: only consecutive failures count. */
  succeeded(): void;
  /**
   * Takes the error of an attempt and resolves when the next may begin. Throws `UploadStopped` where none may; other
   * errors (an abort, a bug) are rethrown.
   */
  failed(error: unknown, sentAs: 'whole' | 'chunk' | 'folder'): Promise<void>;
}

export function createAttempts({ clock, connection }: AttemptDeps, hooks: AttemptHooks): Attempts {
  const { signal, onFailures, onOffline } = hooks;
  let failures = 0;

  return {
    succeeded() {
      if (failures > 0) onFailures(0, 0);
      failures = 0;
    },
    async failed(error, sentAs) {
      if (!(error instanceof ApiError)) throw error;
      if (!isPassing(error)) throw new UploadStopped(failureOf(error, sentAs), error.existing);
      if (error.status === 0 && !connection.isOnline()) {
        // An attempt without a network was none and does not count.
        onOffline(true);
        await connection.whenOnline(signal);
        onOffline(false);
        return;
      }
      failures += 1;
      if (failures >= attemptLimit) throw new UploadStopped({ reason: 'attempts', detail: '' });
      const asked = error instanceof TransferError ? error.retryAfter : 0;
      const pause = Math.max(pausesMs[failures - 1] ?? 0, asked);
      onFailures(failures, pause);
      await clock.wait(pause, signal);
    },
  };
}
