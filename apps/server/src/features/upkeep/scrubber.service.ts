import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { JobsService, NewJob } from '#features/jobs/index.ts';
import { BlobStoreAwayError, BlobStoreError } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { BlobVerifier, Reading } from './blob-verifier.service.ts';
import { findBlobByKey, listBlobsAfter, markVerified, sumStored } from './damage.repo.ts';
import type { BlobOnRecord, ScrubRun, ScrubState } from './damage.types.ts';
import { findNote, saveNote } from './notes.repo.ts';
import { costOf, goalOf, isRunDue, nothingScrubbed, scrubState, sliceMs } from './scrubber.rules.ts';

export interface ScrubberDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Pick<JobsService, 'handle' | 'enqueue' | 'isOpen'>;
  readonly verifier: BlobVerifier;
  /** Days in which everything is read once; 0: nothing is. */
  readonly days: () => Promise<number>;
  /** Told after each slice that has found, or could have found, something. */
  readonly onLooked: () => Promise<void>;
}

export interface Scrubber {
  /** Sees to it that the next slice is planned; to be called from time to time. */
  sweep(): Promise<void>;
  state(): Promise<ScrubState>;
}

const kinds = { slice: 'scrub', one: 'scrub.blob' } as const;
const dayMs = 24 * 60 * 60_000;
/** Rows that are read at once. */
const pageSize = 100;
/** Milliseconds after which it is written down how far a slice is. */
const savedEvery = 5_000;
/** Failures in a row after which the store counts as away: one file that cannot be read keeps no other from being read. */
const failuresAtMost = 5;
/** Milliseconds that one pause lasts at the most. */
const longestRest = 1_000;

/** Waits as long as the piece took: at most half of the time is spent on it, and whoever is waited for comes first. */
const restLike =
  (signal: AbortSignal): NonNullable<Reading['rest']> =>
  (ms) =>
    wait(Math.min(longestRest, ms), undefined, { signal });

/** Asks for a blob that was not found to be looked at: as soon as possible, and once however often it is asked for. */
export const suspectMissing =
  (jobs: Pick<JobsService, 'enqueue'>) =>
  (key: string): Promise<void> =>
    jobs.enqueue([{ kind: kinds.one, dedupeKey: key, payload: { key } }]);

export const readScrubState = async (db: Db): Promise<ScrubState> => {
  const note = await findNote(db, 'upkeep:scrub');
  return note === undefined ? nothingScrubbed : scrubState.parse(JSON.parse(note));
};

const saveScrubState = (db: Db, state: ScrubState, at: number): Promise<void> =>
  saveNote(db, { name: 'upkeep:scrub', value: JSON.stringify(state), at });

/**
 * Reads every stored blob once in a period, and notes which are damaged or missing. A job does a slice of it and plans the
 * next one, so that one server at a time reads, and goes on after a restart where the last one was.
 */
export const createScrubber = (deps: ScrubberDeps): Scrubber => {
  const { db, clock, jobs, verifier, days, onLooked } = deps;

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

  /** Reads blobs until the goal or the end is reached. @returns how far it came, and whether that is the end */
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
    const look = async (blob: BlobOnRecord): Promise<boolean> => {
      // What was read since this reading began needs not be read again.
      if (blob.damaged_at === null && (blob.verified_at ?? 0) >= run.startedAt) return true;
      try {
        const state = await verifier.examine(blob, { signal, rest });
        if (state === 'sound' && blob.damaged_at === null) sound.push(blob.id);
        else await verifier.note(blob, state);
        return true;
      } catch (error) {
        if (!(error instanceof BlobStoreError) || error instanceof BlobStoreAwayError) throw error;
        failures += 1;
        if (failures >= failuresAtMost) throw error;
        return false;
      }
    };
    const readOne = async (blob: BlobOnRecord): Promise<void> => {
      const isRead = await look(blob);
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
    await onLooked();
  };

  jobs.handle(kinds.slice, {
    run: async (_payload, { signal }) => {
      const period = (await days()) * dayMs;
      if (period === 0) return;
      await slice(period, signal);
      await jobs.enqueue([nextSlice()]);
    },
    // The store was away for long: what is left undone now is done by the slices that follow.
    gaveUp: () => jobs.enqueue([nextSlice()]),
  });

  jobs.handle(kinds.one, {
    run: async (payload, { signal }) => {
      const blob = await findBlobByKey(db, (payload as { readonly key: string }).key);
      if (blob === undefined) return;
      try {
        await verifier.note(blob, await verifier.examine(blob, { signal }));
      } catch (error) {
        // Nothing is known where the store is away; the next reading looks at the blob again.
        if (!(error instanceof BlobStoreError)) throw error;
      }
      await onLooked();
    },
  });

  return {
    sweep: async () => {
      if ((await days()) > 0 && !(await jobs.isOpen(kinds.slice))) await jobs.enqueue([nextSlice()]);
    },
    state: () => readScrubState(db),
  };
};
