import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { Lease } from '#db/lease.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { AppError } from '#lib/app-error.ts';
import { withTimeout } from '#lib/concurrency/with-timeout.ts';
import type { UploadOutcome } from './upload-request.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { findSession, releaseSession, renewSession, takeSession } from './uploads.repo.ts';

/** Milliseconds without bytes after which the holder's connection counts as half-open and a newer request takes over. */
const staleAfter = 3_000;
/** Milliseconds that a request waits for a live holder before it is refused. */
const maxWait = 60_000;
/** Milliseconds that a lease lasts, between two heartbeats, and between two looks at another server's lease. */
const leaseTimes = { leaseFor: 4_000, heartbeatEvery: 1_000, pollEvery: 250 } as const;
/** SQLite has one server, which waits for no other, and every heartbeat is a write that blocks others. */
const singleServerTimes = { ...leaseTimes, leaseFor: 60_000, heartbeatEvery: 20_000 } as const;

/** Names are unique for each principal. */
type UploadName = Pick<UploadSessionRow, 'principal' | 'name'>;

/** The lock that a request holds on an upload. */
export interface UploadLock {
  /** Aborts the request that holds the lock; its work then ends. */
  readonly abort: () => void;
  /** The offset that a client may be told meanwhile; undefined until it is known. */
  position: number | undefined;
  /** Start of the server's wait for bytes of the client; undefined while it does not wait. */
  waitingSince: number | undefined;
  /** True once no more bytes of the request are read. From then on no other request takes the lock over. */
  isReceived: boolean;
}

/**
 * Locks of uploads: a mutex within this server, then the lease in the upload's row, among all servers that use the
 * database.
 */
export interface UploadLocks {
  readonly lease: Lease;
  /** Runs work once no other request of this server holds the lock. @throws upload.mismatch when the wait is in vain */
  withLock<T>(upload: UploadName, abort: () => void, work: (lock: UploadLock) => Promise<T>): Promise<T>;
  /** Returns the lock that a request of this server holds. */
  holder(upload: UploadName): UploadLock | undefined;
  /** Aborts the holder's work, if there is any, and waits for its end. */
  evict(upload: UploadName): Promise<void>;
  /**
   * Takes an upload's lease for this server, once no other live server holds it. The lease of a server that has
   * died is free once it expires.
   *
   * @returns undefined when there is no such upload; a finished one without a lease
   * @throws upload.mismatch when the wait is in vain
   */
  takeLease(upload: UploadName): Promise<UploadSessionRow | undefined>;
  /**
   * Renews the lease while the work runs and bytes arrive, then releases it. Work that has lost its lease is
   * aborted, because another server took it over or the upload was cancelled.
   */
  withLease(
    session: UploadSessionRow,
    lock: UploadLock,
    work: () => Promise<UploadOutcome>,
  ): Promise<UploadOutcome>;
  /** Tells whether this server still leases an upload that `withLease` holds, and will for a while. */
  hasLease(session: UploadSessionRow): Promise<boolean>;
}

export interface UploadLocksDeps {
  readonly db: Db;
  /** The name of this server, unique among all servers of the installation. */
  readonly node: string;
  /** Called with failures of background work. */
  readonly onError: (error: unknown) => void;
}

interface HeldLock extends UploadLock {
  readonly done: Promise<void>;
}

const refusal = (): AppError => uploadMismatch('Another connection is still sending this upload.');
const keyOf = ({ principal, name }: UploadName): string => `${principal}/${name}`;

/** Returns for how many milliseconds the server has waited for the client. */
const idleMs = ({ waitingSince }: UploadLock): number =>
  waitingSince === undefined ? 0 : performance.now() - waitingSince;

/**
 * Passes a body through and tells the lock when it waits for the client, so that the server's own work counts
 * as no idle time.
 */
export async function* trackIdle(body: AsyncIterable<Buffer>, lock: UploadLock): AsyncGenerator<Buffer> {
  lock.waitingSince = performance.now();
  try {
    for await (const piece of body) {
      lock.waitingSince = undefined;
      yield piece;
      lock.waitingSince = performance.now();
    }
  } finally {
    lock.waitingSince = undefined;
    lock.isReceived = true;
  }
}

const waitFor = async (holder: HeldLock, until: number): Promise<void> => {
  const idle = idleMs(holder);
  if (idle >= staleAfter) {
    holder.abort();
    await holder.done;
    return;
  }
  const left = until - performance.now();
  if (left <= 0) throw refusal();
  await withTimeout(Math.min(staleAfter - idle + 1, left), holder.done);
};

export const createUploadLocks = ({ db, node, onError }: UploadLocksDeps): UploadLocks => {
  const times = isPostgres(db) ? leaseTimes : singleServerTimes;
  const lease: Lease = { holder: node, milliseconds: times.leaseFor };
  const held = new Map<string, HeldLock>();
  /** Time of the last renewal of the leases, by this process's clock. */
  const renewedAt = new Map<string, number>();

  const renew = async ({ id }: UploadSessionRow): Promise<boolean> => {
    const asked = performance.now();
    const isHeld = await renewSession(db, id, lease);
    if (isHeld && renewedAt.has(id)) renewedAt.set(id, asked);
    return isHeld;
  };

  return {
    lease,
    withLock: async (upload, abort, work) => {
      const key = keyOf(upload);
      const until = performance.now() + maxWait;
      for (let holder = held.get(key); holder !== undefined; holder = held.get(key))
        await waitFor(holder, until);
      const { promise: done, resolve } = Promise.withResolvers<void>();
      const lock = { abort, done, position: undefined, waitingSince: undefined, isReceived: false };
      held.set(key, lock);
      try {
        return await work(lock);
      } finally {
        held.delete(key);
        resolve();
      }
    },
    holder: (upload) => held.get(keyOf(upload)),
    evict: async (upload) => {
      const holder = held.get(keyOf(upload));
      if (holder?.isReceived === false) holder.abort();
      await holder?.done;
    },
    takeLease: async (upload) => {
      const until = performance.now() + maxWait;
      for (;;) {
        const taken = await takeSession(db, upload, lease);
        if (taken !== undefined) return taken;
        const found = await findSession(db, upload.principal, upload.name);
        if (found?.state !== 'open') return found;
        if (performance.now() >= until) throw refusal();
        await delay(times.pollEvery);
      }
    },
    withLease: async (session, lock, work) => {
      renewedAt.set(session.id, performance.now());
      let isRenewing = false;
      const renewNow = async (): Promise<void> => {
        // A silent client gets no renewal: it may have continued on another server.
        if (isRenewing || idleMs(lock) > 2 * times.heartbeatEvery) return;
        isRenewing = true;
        try {
          const isHeld = await renew(session);
          if (!isHeld && renewedAt.has(session.id)) lock.abort();
        } catch (error) {
          onError(error);
        } finally {
          isRenewing = false;
        }
      };
      const timer = setInterval(() => void renewNow(), times.heartbeatEvery);
      let isFinished = false;
      try {
        const outcome = await work();
        isFinished = outcome.kind === 'done';
        return outcome;
      } finally {
        clearInterval(timer);
        renewedAt.delete(session.id);
        // A lease that cannot be released now expires.
        if (!isFinished) await releaseSession(db, session.id, node).catch(onError);
      }
    },
    hasLease: async (session) => {
      const silence = performance.now() - (renewedAt.get(session.id) ?? 0);
      return silence < times.leaseFor / 2 || renew(session);
    },
  };
};
