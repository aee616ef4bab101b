import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { Tenure } from '#db/tenure.ts';
import type { WhileResting } from '#features/storage/index.ts';
import { releaseSession, renewSession, takeResting } from './leases.repo.ts';

/** Milliseconds that an upload is kept after the last sign of life, and between two of these. */
const heldFor = 15_000;
const beatEvery = 3_000;

const prefix = 'mover ';

/** Whether a holder of an upload is nobody who takes bytes in for it. */
export const isMover = (holder: string | null): boolean => holder?.startsWith(prefix) === true;

/** Lets bytes of uploads be moved while no server takes any in for them: it holds them as a server does. */
export const createWhileResting =
  (db: Db): WhileResting =>
  async (id, work) => {
    const holder = prefix + randomBytes(9).toString('base64url');
    const tenure: Tenure = { holder, milliseconds: heldFor };
    if ((await takeResting(db, id, tenure)) === undefined) return false;
    const isHeld = (): Promise<boolean> => renewSession(db, id, tenure);
    let isBeating = false;
    const beat = async (): Promise<void> => {
      if (isBeating) return;
      isBeating = true;
      // What cannot be asked now is asked again before anything is removed.
      await isHeld().catch(() => false);
      isBeating = false;
    };
    const timer = setInterval(() => void beat(), beatEvery);
    try {
      await work(isHeld);
      return true;
    } finally {
      clearInterval(timer);
      await releaseSession(db, id, holder);
    }
  };
