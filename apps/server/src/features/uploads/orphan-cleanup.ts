import type { Db } from '#db/database.ts';
import type { OpenedStore, StoreOwnership } from '#features/storage/index.ts';
import { inBatches } from '#lib/concurrency/in-batches.ts';
import { type BlobKey, type BlobStore, BlobStoreError, type StoredEntry } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { UploadSessions } from './upload-session.ts';
import {
  listClaimedKeys,
  listKeysInDatabase,
  listOpenKeys,
  listIdleGuestSessions,
  listIdleSessions,
  removeSession,
} from './uploads.repo.ts';
import { areRowsMissing, guestSessionLifetime, sessionLifetime } from './uploads.rules.ts';
import type { UploadLocks } from './upload-lock.ts';

/**
 * Thrown when bytes without rows are kept, because the store may be another installation's or the rows may be
 * missing.
 */
export class CleanupBlockedError extends Error {
  override readonly name = 'CleanupBlockedError';
}

/** Keys that are compared with the database at once. */
const batchSize = 500;

/**
 * Milliseconds that staged bytes must be idle before a start deletes them, because another process may be
 * writing them.
 */
const stagingGrace = 10 * 60 * 1000;
/** The most blobs that one walk removes. */
const maxRemoved = 50_000;
/** Milliseconds between two walks through all published blobs, and until the first one. */
const walkEvery = 24 * 60 * 60 * 1000;
const firstWalkAfter = 5 * 60 * 1000;

export interface OrphanCleanup {
  /**
   * Deletes staged bytes of no open upload before the server accepts requests, unless they were written
   * within the last minutes. It deletes nothing while a store in use is not this installation's own.
   */
  clearStaging(): Promise<void>;
  /**
   * Expires uploads that are idle for a day (those of guests: an hour) and deletes orphaned bytes. Call it
   * every few minutes: it walks through published blobs once a day only, and a call during a sweep joins it.
   *
   * @throws CleanupBlockedError when orphaned bytes are kept, because they may belong to another installation
   */
  sweep(): Promise<void>;
}

/** Returns the keys whose bytes belong to something other than uploads and files. */
export type ClaimedKeys = (keys: readonly string[]) => Promise<readonly string[]>;

export interface OrphanCleanupDeps {
  readonly db: Db;
  readonly cleanable: StoreOwnership['cleanable'];
  readonly clock: Clock;
  readonly store: UploadSessions;
  readonly locks: UploadLocks;
  readonly claims?: readonly ClaimedKeys[];
}

async function* keysOlderThan(entries: AsyncIterable<StoredEntry>, before: number): AsyncGenerator<BlobKey> {
  for await (const { key, modifiedAt } of entries) if (modifiedAt < before) yield key;
}

export const createOrphanCleanup = ({
  db,
  cleanable,
  clock,
  store,
  locks,
  claims = [],
}: OrphanCleanupDeps): OrphanCleanup => {
  const orphansAmong = async (keys: readonly BlobKey[]): Promise<BlobKey[]> => {
    const claimed = await listClaimedKeys(db, keys);
    for (const claim of claims) for (const key of await claim(keys)) claimed.add(key);
    return keys.filter((key) => !claimed.has(key));
  };
  /** A published blob needs no staged bytes: a copy that was killed has left them. */
  const unneededAmong = async (keys: readonly BlobKey[]): Promise<BlobKey[]> => {
    const open = await listOpenKeys(db, keys);
    return keys.filter((key) => !open.has(key));
  };
  const removeStagedOrphans = async (
    stores: readonly OpenedStore[],
    before: number,
    select: typeof orphansAmong,
  ): Promise<void> => {
    for (const { blobs, state } of stores) {
      try {
        for await (const keys of inBatches(keysOlderThan(blobs.listStaged(), before), batchSize))
          for (const key of await select(keys)) await blobs.discard(key);
      } catch (error) {
        // A former store that fails, or cannot be written to any more, keeps no other from being cleaned up.
        if (!(error instanceof BlobStoreError) || state === 'active') throw error;
      }
    }
  };

  const removePublishedOrphansIn = async (blobs: BlobStore, before: number): Promise<void> => {
    const unclaimed: BlobKey[] = [];
    let [listed, found] = [0, 0];
    for await (const keys of inBatches(keysOlderThan(blobs.list(), before), batchSize)) {
      const orphans = await orphansAmong(keys);
      // A migration to the database that was killed has left bytes that it had moved.
      const moved = await listKeysInDatabase(db, orphans);
      for (const key of orphans) if (moved.has(key)) await blobs.trash(key);
      const left = orphans.filter((key) => !moved.has(key));
      listed += keys.length - moved.size;
      found += left.length;
      if (unclaimed.length < maxRemoved) unclaimed.push(...left);
    }
    if (areRowsMissing(found, listed))
      throw new CleanupBlockedError(
        `${found} of ${listed} files and pictures in the storage are not on record. None of them was removed: the database may be an older one than they are. If it is not, run \`holdall doctor --repair\`, which removes them.`,
      );
    for (let at = 0; at < unclaimed.length; at += batchSize)
      for (const key of await orphansAmong(unclaimed.slice(at, at + batchSize))) await blobs.trash(key);
  };

  /** @returns the first failure to delete bytes */
  const expireIdle = async (
    list: typeof listIdleSessions,
    before: number,
  ): Promise<BlobStoreError | undefined> => {
    let failure: BlobStoreError | undefined;
    for (;;) {
      const rows = (await list(db, before)).filter((row) => locks.holder(row) === undefined);
      if (rows.length === 0) return failure;
      for (const row of rows) {
        await locks.withLock(
          row,
          () => undefined,
          async () => {
            // The upload may have been continued since it was listed.
            const idle = { idleSince: before };
            try {
              if (row.state === 'open') await store.removeOpen(row, idle);
              else await removeSession(db, { id: row.id, state: 'finished', ...idle });
            } catch (error) {
              // Its row and its reservation are gone, and the others must expire as well.
              if (!(error instanceof BlobStoreError)) throw error;
              failure ??= error;
            }
          },
        );
      }
    }
  };

  let nextWalk = clock.now() + firstWalkAfter;
  let isBlocked = false;
  const sweepOnce = async (): Promise<void> => {
    const now = clock.now();
    const before = now - sessionLifetime;
    const failures = [
      await expireIdle(listIdleSessions, before),
      await expireIdle(listIdleGuestSessions, now - guestSessionLifetime),
    ];
    for (const failure of failures) if (failure !== undefined) throw failure;
    const { stores, blockedReason: why } = await cleanable();
    if (why !== undefined) {
      // The reason is reported at once, and then as often as a walk would have run.
      if (isBlocked && now < nextWalk) return;
      isBlocked = true;
      nextWalk = now + walkEvery;
      throw new CleanupBlockedError(why);
    }
    isBlocked = false;
    await removeStagedOrphans(stores, before, unneededAmong);
    if (now < nextWalk) return;
    nextWalk = now + walkEvery;
    for (const { blobs } of stores) await removePublishedOrphansIn(blobs, before);
  };

  let sweeping: Promise<void> | undefined;
  return {
    clearStaging: async () => {
      // A copy of a recorded blob may be running for that long.
      const { stores } = await cleanable();
      await removeStagedOrphans(stores, clock.now() - stagingGrace, orphansAmong);
    },
    sweep: () =>
      (sweeping ??= sweepOnce().finally(() => {
        sweeping = undefined;
      })),
  };
};
