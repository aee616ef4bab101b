import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Lease } from '#db/lease.ts';
import { AppError } from '#lib/app-error.ts';
import { releaseSession, renewSession, takeSession } from './upload-leases.repo.ts';
import { isMigrator } from './idle-upload-lock.ts';
import type { UploadLock } from './upload-lock.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { findSession } from './uploads.repo.ts';
import type { UploadOutcome } from './uploads.types.ts';

/**
 * Milliseconds that a server keeps an upload after its last sign of life, between two of these, and between two looks at
 * whether another one still has it.
 */
export interface LeaseTimes {
  readonly leaseFor: number;
  readonly heartbeatEvery: number;
  readonly pollEvery: number;
  /** Milliseconds that a request waits for a lively holder before it is refused. */
  readonly waitAtMost: number;
}

const defaultLeaseTimes: LeaseTimes = {
  leaseFor: 4_000,
  heartbeatEvery: 1_000,
  pollEvery: 250,
  waitAtMost: 60_000,
};
/** SQLite's one server waits for nobody but who moves files, and each sign of life holds it up. */
const singleServerTimes: LeaseTimes = { ...defaultLeaseTimes, leaseFor: 60_000, heartbeatEvery: 20_000 };

/** Which server an upload is held by, of all that use the database. Within a server `UploadLocks` decides. */
export interface Leases {
  readonly lease: Lease;
  /**
   * Takes an upload for this server, as soon as no other one that is alive holds it.
   *
   * @returns undefined where there is none; a finished one is held by nobody
   * @throws upload.mismatch after waiting in vain; storage.unavailable while its bytes are being moved
   */
  take(upload: Pick<UploadSessionRow, 'principal' | 'name'>): Promise<UploadSessionRow | undefined>;
  /**
   * Holds a taken upload while the work goes on and bytes come in, then lets it go. Work that has lost it is given up:
   * another server took it after a silence, or it was ended.
   */
  during(
    session: UploadSessionRow,
    lock: UploadLock,
    work: () => Promise<UploadOutcome>,
  ): Promise<UploadOutcome>;
  /** Whether an upload that is held by `during` is this server's still, and will be for a while. */
  isOwn(session: UploadSessionRow): Promise<boolean>;
}

export interface LeasesDeps {
  readonly db: Db;
  /** This server, as no other one is called. */
  readonly node: string;
  readonly times?: LeaseTimes | undefined;
  /** Told of failures of work that no caller waits for. */
  readonly onError: (error: unknown) => void;
}

const refusalOf = ({ holder }: UploadSessionRow): AppError =>
  isMigrator(holder)
    ? new AppError('storage.unavailable', { retryAfter: 10 })
    : uploadMismatch('Another connection is still sending this upload.');

/** Holds uploads by rows of the database, which other servers look at and who has vanished gives up. */
export const createLeases = ({ db, node, onError, ...deps }: LeasesDeps): Leases => {
  const times = deps.times ?? (isPostgres(db) ? defaultLeaseTimes : singleServerTimes);
  const lease: Lease = { holder: node, milliseconds: times.leaseFor };
  /** When uploads gave their last sign of life, by the time of this process. */
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
      const until = performance.now() + times.waitAtMost;
      for (;;) {
        const taken = await takeSession(db, upload, lease);
        if (taken !== undefined) return taken;
        const found = await findSession(db, upload.principal, upload.name);
        if (found?.state !== 'open') return found;
        if (performance.now() >= until) throw refusalOf(found);
        await delay(times.pollEvery);
      }
    },
    during: async (session, lock, work) => {
      renewedAt.set(session.id, performance.now());
      let isRenewing = false;
      const renewNow = async (): Promise<void> => {
        // Who says nothing is not kept: the client may have gone on elsewhere.
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
        // What cannot be let go of now ends by itself.
        if (!isFinished) await releaseSession(db, session.id, node).catch(onError);
      }
    },
    isOwn: async (session) => {
      const silence = performance.now() - (renewedAt.get(session.id) ?? 0);
      return silence < times.leaseFor / 2 || renew(session);
    },
  };
};
