import { uploadMismatch } from './uploads.errors.ts';

/** A request that holds an upload: one at a time for each in this process; of other servers `Leases` knows. */
export interface UploadLock {
  /** Gives up the request that holds the lock; its work then ends. */
  readonly abort: () => void;
  /** Says that from now on bytes of the client are waited for. */
  readonly startWaiting: () => void;
  /** Says that bytes came in, or that our own work goes on: nobody waits for the client. */
  readonly touch: () => void;
  /** Milliseconds for which the client has been waited for; 0 where it is not. */
  readonly idleMs: () => number;
  /** Says that the bytes are in, and the rest depends on us alone: nobody takes over any more. */
  readonly markReceived: () => void;
  /** The position that a client may be told meanwhile; undefined while it is still found out. */
  position: number | undefined;
}

export interface UploadLockTimes {
  /** Milliseconds of idle after which a holder counts as half-open, and gives way to a newer request. */
  readonly staleAfter: number;
  /** Milliseconds that a request waits for a lively holder before it is refused. */
  readonly waitAtMost: number;
}

export interface UploadLocks {
  /** Runs `work` when no other request holds the upload. @throws upload.mismatch after waiting in vain */
  withLock<T>(key: string, abort: () => void, work: (lock: UploadLock) => Promise<T>): Promise<T>;
  holder(key: string): UploadLock | undefined;
  /** Ends the holder's work, if there is one, and waits until it has. */
  evict(key: string): Promise<void>;
}

interface HeldLock extends UploadLock {
  /** Since when the client is waited for. */
  waitingSince: number | undefined;
  isReceived: boolean;
  readonly done: Promise<void>;
}

const now = (): number => performance.now();

const within = async (promise: Promise<void>, milliseconds: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, elapsed]);
  clearTimeout(timer);
};

export const createUploadLocks = ({ staleAfter, waitAtMost }: UploadLockTimes): UploadLocks => {
  const held = new Map<string, HeldLock>();

  const waitFor = async (holder: HeldLock, until: number): Promise<void> => {
    const idle = holder.idleMs();
    if (idle >= staleAfter) {
      holder.abort();
      await holder.done;
      return;
    }
    if (now() >= until) throw uploadMismatch('Another connection is still sending this upload.');
    await within(holder.done, Math.min(staleAfter - idle + 1, until - now()));
  };

  return {
    withLock: async (key, abort, work) => {
      const until = now() + waitAtMost;
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

/** Bytes as they come, and the lock is told when they are waited for: what we do with them is no idle of the client's. */
export async function* trackIdle(bytes: AsyncIterable<Buffer>, lock: UploadLock): AsyncGenerator<Buffer> {
  lock.startWaiting();
  for await (const piece of bytes) {
    lock.touch();
    yield piece;
    lock.startWaiting();
  }
  lock.touch();
}

/** The key of an upload's lock: what one principal calls by one name. */
export const lockKeyOf = ({ principal, name }: { principal: string; name: string }): string =>
  `${principal}/${name}`;
