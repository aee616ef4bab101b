import type { Db } from '#db/database.ts';
import type { BlobKey, BlobStore, StoredEntry } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { SessionStore } from './session-store.service.ts';
import { listClaimedKeys, listRestingOfGuests, listRestingSessions } from './uploads.repo.ts';
import { guestSessionLifetime, sessionLifetime } from './uploads.rules.ts';
import { sessionTurn, type Turns } from './turns.service.ts';

/** Keys that are compared with the database at once. */
const batchSize = 500;

/** Milliseconds that staged bytes must rest before a start drops them: another process may be writing them. */
const stagingRest = 10 * 60 * 1000;
/** Milliseconds between two walks through every published blob, and until the first. */
const walkEvery = 24 * 60 * 60 * 1000;
const firstWalkAfter = 5 * 60 * 1000;

export interface Leftovers {
  /**
   * At the start of the server, before it takes requests: drops staged bytes that belong to no open upload,
   * unless they were written within the last minutes.
   */
  clearStaging(): Promise<void>;
  /**
   * To be called every few minutes: ends uploads that rest for longer than a day (those of guests: an hour), and drops bytes that nothing
   * points at. The published ones are looked through once a day only. A call during a sweep joins it.
   */
  sweep(): Promise<void>;
}

/** Those of the keys whose bytes belong to something beside uploads and files. */
export type ClaimedKeys = (keys: readonly string[]) => Promise<readonly string[]>;

export interface LeftoversDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly store: SessionStore;
  readonly turns: Turns;
  readonly claims?: readonly ClaimedKeys[];
}

async function* batches(entries: AsyncIterable<StoredEntry>): AsyncGenerator<BlobKey[]> {
  let batch: BlobKey[] = [];
  for await (const { key } of entries) {
    batch.push(key);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* olderThan(entries: AsyncIterable<StoredEntry>, before: number): AsyncGenerator<StoredEntry> {
  for await (const entry of entries) if (entry.modifiedAt < before) yield entry;
}

export const createLeftovers = ({
  db,
  blobs,
  clock,
  store,
  turns,
  claims = [],
}: LeftoversDeps): Leftovers => {
  const dropUnclaimed = async (
    entries: AsyncIterable<StoredEntry>,
    drop: (key: BlobKey) => Promise<void>,
  ): Promise<void> => {
    for await (const keys of batches(entries)) {
      const claimed = await listClaimedKeys(db, keys);
      for (const claim of claims) for (const key of await claim(keys)) claimed.add(key);
      for (const key of keys) if (!claimed.has(key)) await drop(key);
    }
  };

  const endResting = async (list: typeof listRestingSessions, before: number): Promise<void> => {
    for (;;) {
      const resting = (await list(db, before)).filter((row) => turns.holder(sessionTurn(row)) === undefined);
      if (resting.length === 0) return;
      for (const row of resting) {
        await turns.take(
          sessionTurn(row),
          () => undefined,
          async (turn) => {
            turn.settle();
            // It may have been continued since it was listed.
            await (row.state === 'open' ? store.forget(row, before) : store.drop(row, before));
          },
        );
      }
    }
  };

  let nextWalk = clock.now() + firstWalkAfter;
  const sweepOnce = async (): Promise<void> => {
    const now = clock.now();
    const before = now - sessionLifetime;
    await endResting(listRestingSessions, before);
    await endResting(listRestingOfGuests, now - guestSessionLifetime);
    await dropUnclaimed(olderThan(blobs.listStaged(), before), (key) => blobs.discard(key));
    if (now < nextWalk) return;
    nextWalk = now + walkEvery;
    await dropUnclaimed(olderThan(blobs.list(), before), (key) => blobs.remove(key));
  };

  let sweeping: Promise<void> | undefined;
  return {
    clearStaging: () =>
      dropUnclaimed(olderThan(blobs.listStaged(), clock.now() - stagingRest), (key) => blobs.discard(key)),
    sweep: () =>
      (sweeping ??= sweepOnce().finally(() => {
        sweeping = undefined;
      })),
  };
};
