import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { JobsService, NewJob } from '#features/jobs/index.ts';
import { BlobStoreAwayError, BlobStoreError } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { BlobVerifier, Reading } from './blob-verifier.service.ts';
import { findBlobByKey, listBlobsAfter, markVerified, sumStored } from './damage.repo.ts';
import type { BlobOnRecord, ScrubRun, ScrubState } from './damage.types.ts';
import { findResult, saveResult } from './results.repo.ts';
import { costOf, goalOf, isRunDue, nothingScrubbed, scrubState, sliceMs } from './scrubber.rules.ts';

export interface ScrubberDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Pick<JobsService, 'handle' | 'enqueue' | 'isOpen'>;
  readonly verifier: BlobVerifier;
  /** Days in which everything is read once; 0 disables it. */
  readonly days: () => Promise<number>;
  /** Called after each slice that may have found damage. */
  readonly onChecked: () => Promise<void>;
}

export interface Scrubber {
  /** Plans the next slice; called periodically. */
  sweep(): Promise<void>;
  state(): Promise<ScrubState>;
}

const kinds = { slice: 'scrub', one: 'scrub.blob' } as const;
const dayMs = 24 * 60 * 60_000;
/** Rows that are read at once. */
const pageSize = 100;
/** Milliseconds after which the progress of a slice is recorded. */
const savedEvery = 5_000;
/** Consecutive failures after which the store counts as unavailable; fewer do not stop the scrub. */
const failuresAtMost = 5;
/** Maximum milliseconds of one pause. */
const longestRest = 1_000;

/** Pauses as long as the piece took, so that at most half of the time is used, and requests come first. */
const restLike =
  (signal: AbortSignal): NonNullable<Reading['rest']> =>
  (ms) =>
    wait(Math.min(longestRest, ms), undefined, { signal });

/** Enqueues the verification of a blob that was not found, once however often it is requested. */
export const suspectMissing =
  (jobs: Pick<JobsService, 'enqueue'>) =>
  (key: string): Promise<void> =>
    jobs.enqueue([{ kind: kinds.one, dedupeKey: key, payload: { key } }]);

export const readScrubState = async (db: Db): Promise<ScrubState> => {
  const result = await findResult(db, 'maintenance:scrub');
  return result === undefined ? nothingScrubbed : scrubState.parse(JSON.parse(result));
};

const saveScrubState = (db: Db, state: ScrubState, at: number): Promise<void> =>
  saveResult(db, { name: 'maintenance:scrub', value: JSON.stringify(state), at });

/**
 * Verifies every stored blob once in a period, and marks those that are damaged or missing. A job does a slice and
 * plans the next one, so that one server at a time reads, and a restart resumes it.
 */
export const createScrubber = (deps: ScrubberDeps): Scrubber => {
  const { db, clock, jobs, verifier, days, onChecked } = deps;

  const nextSlice = (): NewJob => {
    const slot = Math.floor(clock.now() / sliceMs) + 1;
    return { kind: kinds.slice, dedupeKey: String(slot), payload: {}, runAt: slot * sliceMs };
  };

  const begin = async (): Promise<ScrubRun> => ({
    startedAt: clock.now(),
    cursor: '',
    total: costOf(await sumStored(db)),
    done: 0,
    files: 0,
    unread: 0,
  });

  const save = async (change: Partial<ScrubState>): Promise<void> =>
    saveScrubState(db, { ...(await readScrubState(db)), ...change }, clock.now());

  /** Reads blobs until the goal or the end is reached. @returns the progress, and whether it is the end */
  const readOn = async (
    from: ScrubRun,
    goal: number,
    signal: AbortSignal,
  ): Promise<{ readonly run: ScrubRun; readonly isDone: boolean }> => {
    const rest = restLike(signal);
    let run = from;
    let sound: string[] = [];
    let failures = 0;
    let savedAt = performance.now();
    const keep = async (): Promise<void> => {
      await markVerified(db, sound, clock.now());
      sound = [];
      await save({ run });
      savedAt = performance.now();
    };
    const verify = async (blob: BlobOnRecord): Promise<boolean> => {
      // A blob that was verified since this scrub began is skipped.
      if (blob.damaged_at === null && (blob.verified_at ?? 0) >= run.startedAt) return true;
      try {
        const state = await verifier.examine(blob, { signal, rest });
        if (state === 'sound' && blob.damaged_at === null) sound.push(blob.id);
        else await verifier.record(blob, state);
        return true;
      } catch (error) {
        if (!(error instanceof BlobStoreError) || error instanceof BlobStoreAwayError) throw error;
        failures += 1;
        if (failures >= failuresAtMost) throw error;
        return false;
      }
    };
    const readOne = async (blob: BlobOnRecord): Promise<void> => {
      const isRead = await verify(blob);
      if (isRead) failures = 0;
      const { done, files, unread } = run;
      run = {
        ...run,
        cursor: blob.id,
        done: done + costOf({ files: 1, bytes: blob.size }),
        files: files + 1,
        unread: unread + (isRead ? 0 : 1),
      };
    };
    for (;;) {
      const page = await listBlobsAfter(db, { after: run.cursor, limit: pageSize });
      for (const blob of page) {
        if (run.done >= goal) break;
        await readOne(blob);
        if (performance.now() - savedAt >= savedEvery) await keep();
      }
      await keep();
      if (page.length === 0) return { run, isDone: true };
      if (run.done >= goal) return { run, isDone: false };
    }
  };

  const slice = async (periodMs: number, signal: AbortSignal): Promise<void> => {
    const state = await readScrubState(db);
    const now = clock.now();
    if (state.run === null && !isRunDue(state, now, periodMs)) return;
    const from = state.run ?? (await begin());
    const { run, isDone } = await readOn(from, goalOf(from, now, periodMs), signal);
    if (isDone) {
      const { startedAt, files, unread } = run;
      await save({ run: null, last: { startedAt, completedAt: clock.now(), files, unread } });
    }
    await onChecked();
  };

  jobs.handle(kinds.slice, {
    run: async (_payload, { signal }) => {
      const period = (await days()) * dayMs;
      if (period === 0) return;
      await slice(period, signal);
      await jobs.enqueue([nextSlice()]);
    },
    // After a long outage of the store the following slices catch up.
    gaveUp: () => jobs.enqueue([nextSlice()]),
  });

  jobs.handle(kinds.one, {
    run: async (payload, { signal }) => {
      const blob = await findBlobByKey(db, (payload as { readonly key: string }).key);
      if (blob === undefined) return;
      try {
        await verifier.record(blob, await verifier.examine(blob, { signal }));
      } catch (error) {
        // During an outage of the store nothing is known; the next scrub reads the blob again.
        if (!(error instanceof BlobStoreError)) throw error;
      }
      await onChecked();
    },
  });

  return {
    sweep: async () => {
      if ((await days()) > 0 && !(await jobs.isOpen(kinds.slice))) await jobs.enqueue([nextSlice()]);
    },
    state: () => readScrubState(db),
  };
};
