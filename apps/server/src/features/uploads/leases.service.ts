import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Tenure } from '#db/tenure.ts';
import { AppError } from '#lib/app-error.ts';
import { releaseSession, renewSession, takeSession } from './leases.repo.ts';
import { isMover } from './resting.service.ts';
import type { Turn } from './turns.service.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { findSession } from './uploads.repo.ts';
import type { UploadOutcome } from './uploads.types.ts';

/**
 * Milliseconds that a server keeps an upload after its last sign of life, between two of these, and between two looks at
 * whether another one still has it.
 */
export interface LeaseTimes {
  readonly heldFor: number;
  readonly beatEvery: number;
  readonly lookEvery: number;
  /** Milliseconds that a request waits for a lively holder before it is refused. */
  readonly waitAtMost: number;
}

const defaultLeaseTimes: LeaseTimes = {
  heldFor: 4_000,
  beatEvery: 1_000,
  lookEvery: 250,
  waitAtMost: 60_000,
};
/** SQLite's one server waits for nobody but who moves files, and each sign of life holds it up. */
const aloneTimes: LeaseTimes = { ...defaultLeaseTimes, heldFor: 60_000, beatEvery: 20_000 };

/** Which server an upload is held by, of all that use the database. Within a server `Turns` decides. */
export interface Leases {
  readonly tenure: Tenure;
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
  during(session: UploadSessionRow, turn: Turn, work: () => Promise<UploadOutcome>): Promise<UploadOutcome>;
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
  isMover(holder)
    ? new AppError('storage.unavailable', { retryAfter: 10 })
    : uploadMismatch('Another connection is still sending this upload.');

/** Holds uploads by rows of the database, which other servers look at and who has vanished gives up. */
export const createLeases = ({ db, node, onError, ...deps }: LeasesDeps): Leases => {
  const times = deps.times ?? (isPostgres(db) ? defaultLeaseTimes : aloneTimes);
  const tenure: Tenure = { holder: node, milliseconds: times.heldFor };
  /** When uploads gave their last sign of life, by the time of this process. */
  const heldAt = new Map<string, number>();
  const renew = async ({ id }: UploadSessionRow): Promise<boolean> => {
    const asked = performance.now();
    const isHeld = await renewSession(db, id, tenure);
    if (isHeld && heldAt.has(id)) heldAt.set(id, asked);
    return isHeld;
  };

  return {
    tenure,
    take: async (upload) => {
      const until = performance.now() + times.waitAtMost;
      for (;;) {
        const taken = await takeSession(db, upload, tenure);
        if (taken !== undefined) return taken;
        const found = await findSession(db, upload.principal, upload.name);
        if (found?.state !== 'open') return found;
        if (performance.now() >= until) throw refusalOf(found);
        await delay(times.lookEvery);
      }
    },
    during: async (session, turn, work) => {
      heldAt.set(session.id, performance.now());
      let isBeating = false;
      const beat = async (): Promise<void> => {
        // Who says nothing is not kept: the client may have gone on elsewhere.
        if (isBeating || turn.silence() > 2 * times.beatEvery) return;
        isBeating = true;
        try {
          const isHeld = await renew(session);
          if (!isHeld && heldAt.has(session.id)) turn.abort();
        } catch (error) {
          onError(error);
        } finally {
          isBeating = false;
        }
      };
      const timer = setInterval(() => void beat(), times.beatEvery);
      let isFinished = false;
      try {
        const outcome = await work();
        isFinished = outcome.kind === 'done';
        return outcome;
      } finally {
        clearInterval(timer);
        heldAt.delete(session.id);
        // What cannot be let go of now ends by itself.
        if (!isFinished) await releaseSession(db, session.id, node).catch(onError);
      }
    },
    isOwn: async (session) => {
      const silence = performance.now() - (heldAt.get(session.id) ?? 0);
      return silence < times.heldFor / 2 || renew(session);
    },
  };
};
