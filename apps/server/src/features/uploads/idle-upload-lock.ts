import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { Lease } from '#db/lease.ts';
import type { LockIdleUpload } from '#features/storage/index.ts';
import { releaseSession, renewSession, takeIdle } from './upload-leases.repo.ts';

/** Milliseconds that the lease lasts after a heartbeat, and between two heartbeats. */
const leaseFor = 15_000;
const heartbeatEvery = 3_000;

const prefix = 'migrator ';

/** Tells whether a lease is held by a migration of bytes, and not by a server that receives them. */
export const isMigrator = (holder: string | null): boolean => holder?.startsWith(prefix) === true;

/** Leases an idle upload, so that its bytes can be migrated while no server receives any for it. */
export const createIdleUploadLock =
  (db: Db): LockIdleUpload =>
  async (id, work) => {
    const holder = prefix + randomBytes(9).toString('base64url');
    const lease: Lease = { holder, milliseconds: leaseFor };
    if ((await takeIdle(db, id, lease)) === undefined) return false;
    const isHeld = (): Promise<boolean> => renewSession(db, id, lease);
    let isRenewing = false;
    const renewNow = async (): Promise<void> => {
      if (isRenewing) return;
      isRenewing = true;
      // A heartbeat that fails now is followed by another one before anything is removed.
      await isHeld().catch(() => false);
      isRenewing = false;
    };
    const timer = setInterval(() => void renewNow(), heartbeatEvery);
    try {
      await work(isHeld);
      return true;
    } finally {
      clearInterval(timer);
      await releaseSession(db, id, holder);
    }
  };
