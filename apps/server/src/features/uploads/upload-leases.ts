import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Lease } from '#db/lease.ts';
import type { AppError } from '#lib/app-error.ts';
import { maxWait, type UploadLock } from './upload-lock.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { findSession, releaseSession, renewSession, takeSession } from './uploads.repo.ts';
import type { UploadOutcome } from './upload-request.ts';

/** Milliseconds that a lease lasts, between two heartbeats, and between two looks at another server's lease. */
const leaseTimes = { leaseFor: 4_000, heartbeatEvery: 1_000, pollEvery: 250 } as const;
/** SQLite has one server, which waits for no other, and every heartbeat is a write that blocks others. */
const singleServerTimes = { ...leaseTimes, leaseFor: 60_000, heartbeatEvery: 20_000 } as const;

/** Leases of uploads among all servers that use the database. Within a server `UploadLocks` decides. */
export interface Leases {
  readonly lease: Lease;
  /**
   * Takes an upload's lease for this server, once no other live server holds it.
   *
   * @returns undefined when there is no such upload; a finished one without a lease
   * @throws upload.mismatch when the wait is in vain
   */
  take(upload: Pick<UploadSessionRow, 'principal' | 'name'>): Promise<UploadSessionRow | undefined>;
  /**
   * Renews the lease while the work runs and bytes arrive, then releases it. Work that has lost its lease is
   * aborted, because another server took it over or the upload was cancelled.
   */
  during(
    session: UploadSessionRow,
    lock: UploadLock,
    work: () => Promise<UploadOutcome>,
  ): Promise<UploadOutcome>;
  /** Tells whether this server still leases an upload that `during` holds, and will for a while. */
  isOwn(session: UploadSessionRow): Promise<boolean>;
}

export interface LeasesDeps {
  readonly db: Db;
  /** The name of this server, unique among all servers of the installation. */
  readonly node: string;
  /** Called with failures of background work. */
  readonly onError: (error: unknown) => void;
}

const refusal = (): AppError => uploadMismatch('Another connection is still sending this upload.');

/** Creates leases that are rows of the database. Another server takes over the lease of a server that has died. */
export const createLeases = ({ db, node, onError }: LeasesDeps): Leases => {
  const times = isPostgres(db) ? leaseTimes : singleServerTimes;
  const lease: Lease = { holder: node, milliseconds: times.leaseFor };
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
    take: async (upload) => {
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
    during: async (session, lock, work) => {
      renewedAt.set(session.id, performance.now());
      let isRenewing = false;
      const renewNow = async (): Promise<void> => {
        // A silent client gets no renewal: it may have continued on another server.
        if (isRenewing || lock.idleMs() > 2 * times.heartbeatEvery) return;
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
    isOwn: async (session) => {
      const silence = performance.now() - (renewedAt.get(session.id) ?? 0);
      return silence < times.leaseFor / 2 || renew(session);
    },
  };
};
