import type { Db } from '#db/database.ts';
import type { BlobKey, BlobStore, StoredEntry } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { SessionStore } from './session-store.service.ts';
import { listClaimedKeys, listRestingSessions } from './uploads.repo.ts';
import { sessionLifetime } from './uploads.rules.ts';
import { sessionTurn, type Turns } from './turns.service.ts';

/** Keys that are compared with the database at once. */
const batchSize = 500;

export interface Leftovers {
  /** At the start of the server, before it takes requests: drops staged bytes that belong to no open upload. */
  clearStaging(): Promise<void>;
  /** From time to time: ends uploads that rest for longer than a day, and drops bytes that nothing points at. */
  sweep(): Promise<void>;
}

export interface LeftoversDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly store: SessionStore;
  readonly turns: Turns;
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

export const createLeftovers = ({ db, blobs, clock, store, turns }: LeftoversDeps): Leftovers => {
  const dropUnclaimed = async (
    entries: AsyncIterable<StoredEntry>,
    drop: (key: BlobKey) => Promise<void>,
  ): Promise<void> => {
    for await (const keys of batches(entries)) {
      const claimed = await listClaimedKeys(db, keys);
      for (const key of keys) if (!claimed.has(key)) await drop(key);
    }
  };

  const endResting = async (before: number): Promise<void> => {
    for (;;) {
      const resting = (await listRestingSessions(db, before)).filter(
        (row) => turns.holder(sessionTurn(row)) === undefined,
      );
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

  return {
    clearStaging: () => dropUnclaimed(blobs.listStaged(), (key) => blobs.discard(key)),
    sweep: async () => {
      const before = clock.now() - sessionLifetime;
      await endResting(before);
      await dropUnclaimed(olderThan(blobs.listStaged(), before), (key) => blobs.discard(key));
      await dropUnclaimed(olderThan(blobs.list(), before), (key) => blobs.remove(key));
    },
  };
};
