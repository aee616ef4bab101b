import { withTimeout } from '#lib/concurrency/with-timeout.ts';
import { uploadMismatch } from './uploads.errors.ts';

/** A lock that one request at a time holds on an upload in this process. `Leases` decides between servers. */
export interface UploadLock {
  /** Aborts the request that holds the lock; its work then ends. */
  readonly abort: () => void;
  /** Records that the server now waits for bytes of the client. */
  readonly startWaiting: () => void;
  /** Records that bytes arrived or that the server itself is working. */
  readonly touch: () => void;
  /** Returns for how many milliseconds the server has waited for the client; 0 while it does not wait. */
  readonly idleMs: () => number;
  /** Records that all bytes have arrived. From then on no other request takes the lock over. */
  readonly markReceived: () => void;
  /** The offset that a client may be told meanwhile; undefined until it is known. */
  position: number | undefined;
}

/** Milliseconds without bytes after which the holder's connection counts as half-open and a newer request takes over. */
const staleAfter = 3_000;
/** Milliseconds that a request waits for a live holder before it is refused. */
export const maxWait = 60_000;

export interface UploadLocks {
  /** Runs `work` once no other request holds the lock. @throws upload.mismatch when the wait is in vain */
  withLock<T>(key: string, abort: () => void, work: (lock: UploadLock) => Promise<T>): Promise<T>;
  holder(key: string): UploadLock | undefined;
  /** Aborts the holder's work, if there is any, and waits for its end. */
  evict(key: string): Promise<void>;
}

interface HeldLock extends UploadLock {
  /** Start of the wait for the client. */
  waitingSince: number | undefined;
  isReceived: boolean;
  readonly done: Promise<void>;
}

const now = (): number => performance.now();

export const createUploadLocks = (): UploadLocks => {
  const held = new Map<string, HeldLock>();

  const waitFor = async (holder: HeldLock, until: number): Promise<void> => {
    const idle = holder.idleMs();
    if (idle >= staleAfter) {
      holder.abort();
      await holder.done;
      return;
    }
    if (now() >= until) throw uploadMismatch('Another connection is still sending this upload.');
    await withTimeout(Math.min(staleAfter - idle + 1, until - now()), holder.done);
  };

  return {
    withLock: async (key, abort, work) => {
      const until = now() + maxWait;
      for (let holder = held.get(key); holder !== undefined; holder = held.get(key))
        await waitFor(holder, until);
      const { promise: done, resolve } = Promise.withResolvers<void>();
      const lock: HeldLock = {
        abort,
        done,
        position: undefined,
        waitingSince: undefined,
        isReceived: false,
        startWaiting: () => {
          lock.waitingSince = now();
        },
        touch: () => {
          lock.waitingSince = undefined;
        },
        idleMs: () => (lock.isReceived || lock.waitingSince === undefined ? 0 : now() - lock.waitingSince),
        markReceived: () => {
          lock.isReceived = true;
        },
      };
      held.set(key, lock);
      try {
        return await work(lock);
      } finally {
        held.delete(key);
        resolve();
      }
    },
    holder: (key) => held.get(key),
    evict: async (key) => {
      const holder = held.get(key);
      if (holder === undefined) return;
      if (!holder.isReceived) holder.abort();
      await holder.done;
    },
  };
};

/**
 * Passes bytes through and tells the lock when it waits for the client, so that the server's own work counts
 * as no idle time.
 */
export async function* trackIdle(bytes: AsyncIterable<Buffer>, lock: UploadLock): AsyncGenerator<Buffer> {
  lock.startWaiting();
  for await (const piece of bytes) {
    lock.touch();
    yield piece;
    lock.startWaiting();
  }
  lock.touch();
}

/** The key of an upload's lock: names are unique for each principal. */
export const lockKeyOf = ({ principal, name }: { principal: string; name: string }): string =>
  `${principal}/${name}`;
