import { setTimeout as delay } from 'node:timers/promises';
import { createKeyedQueue } from '#lib/concurrency/keyed-queue.ts';
import type { PusherApi } from './pusher-api.ts';

/** Connections that wait to be ended, for the first time or again; of more the oldest are given up. */
const mostWaiting = 1_000;

export interface PusherDisconnectsOptions {
  readonly api: PusherApi;
  /** Called once, until connections can be ended again. */
  readonly onBroken: (error: unknown) => void;
  /** Milliseconds until a retry: the first back-off, and the longest. */
  readonly pauses: { readonly first: number; readonly longest: number };
  /** Aborts all retries. */
  readonly signal: AbortSignal;
}

/** Ends connections at a service and retries failures; a failing one delays no other. */
export interface PusherDisconnects {
  end(user: string): void;
  /** Resolves when all of them were tried once. */
  tried(): Promise<void>;
}

export const createPusherDisconnects = ({
  api,
  onBroken,
  pauses,
  signal,
}: PusherDisconnectsOptions): PusherDisconnects => {
  const waiting = new Set<string>();
  const enqueue = createKeyedQueue();
  let isReported = false;

  const wait = (user: string): void => {
    waiting.add(user);
    const [oldest] = waiting;
    if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
  };
  /** @returns whether it is to be tried again */
  const tryOnce = async (user: string, turn: 'first' | 'again'): Promise<boolean> => {
    try {
      await enqueue(turn, async () => {
        // A user who is to be disconnected again during the call is queued anew.
        if (!waiting.delete(user) || signal.aborted) return;
        await api.terminate(user);
        isReported = false;
      });
      return false;
    } catch (error) {
      if (signal.aborted) return false;
      if (!isReported) onBroken(error);
      isReported = true;
      if (waiting.has(user)) return false;
      wait(user);
      return true;
    }
  };
  const endAtLast = async (user: string): Promise<void> => {
    let { first: pause } = pauses;
    for (let isLeft = await tryOnce(user, 'first'); isLeft; isLeft = await tryOnce(user, 'again')) {
      await delay(pause, undefined, { ref: false, signal }).catch(() => undefined);
      if (!waiting.has(user)) return;
      pause = Math.min(pause * 2, pauses.longest);
    }
  };

  return {
    end: (user) => {
      if (waiting.has(user) || signal.aborted) return;
      wait(user);
      void endAtLast(user);
    },
    tried: () => enqueue('first', async () => undefined),
  };
};
