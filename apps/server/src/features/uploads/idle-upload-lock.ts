import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { Lease } from '#db/lease.ts';
import type { LockIdleUpload } from '#features/storage/index.ts';
import { releaseSession, renewSession, takeIdle } from './upload-leases.repo.ts';

/** Milliseconds that an upload is kept after the last sign of life, and between two of these. */
const leaseFor = 15_000;
const heartbeatEvery = 3_000;

const prefix = 'mover ';

/** Whether a holder of an upload is nobody who takes bytes in for it. */
export const isMigrator = (holder: string | null): boolean => holder?.startsWith(prefix) === true;

/** Lets bytes of uploads be moved while no server takes any in for them: it holds them as a server does. */
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
      // What cannot be asked now is asked again before anything is removed.
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
