import { hostname } from 'node:os';
import type { Db } from '#db/database.ts';
import { type BlobKey, createBlobKey, type StoredEntry } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { insertSign, listHeartbeats, removeSign, removeSignsBefore } from './use-signs.repo.ts';

const hour = 60 * 60_000;
/** Milliseconds between two signs of a server. */
const renewEvery = 10 * 60_000;
/** Milliseconds for which a sign says that somebody uses the place. */
export const freshFor = 24 * hour;
/** Milliseconds after which a sign says nothing any more; it stays on record longer than it lies there. */
const gone = 7 * 24 * hour;
const forgotten = 8 * 24 * hour;

/** What tells copies of one database from each other that use one place. */
export interface UseSigns {
  /** Leaves a sign in each place, unless the last one there is recent. */
  renew(places: readonly OwnedBlobStore[]): Promise<void>;
  /** When somebody else's last sign of the last day was left in a place; undefined: nobody else uses it. */
  strangerAt(place: OwnedBlobStore): Promise<number | undefined>;
}

export interface UseSignsDeps {
  readonly db: Db;
  /** Milliseconds since 1970, as the places have them; and of a clock that nobody sets. */
  readonly now?: () => number;
  readonly elapsed?: () => number;
}

interface Left {
  readonly key: BlobKey;
  /** By the clock that nobody sets. */
  readonly at: number;
}

/**
 * Signs of who uses a place. A copy of the database knows the signs that were left before it was made, and none of those
 * that were left since: each has a name of its own, that is on record in the database of its server alone.
 */
export const createUseSigns = ({
  db,
  now = () => Date.now(),
  elapsed = () => performance.now(),
}: UseSignsDeps): UseSigns => {
  const left = new Map<OwnedBlobStore, Left>();
  /** Signs of which nobody knows whether they were left: the answer did not come. */
  const pending = new Map<OwnedBlobStore, BlobKey>();

  const leave = async (place: OwnedBlobStore): Promise<void> => {
    const before = left.get(place);
    if (before !== undefined && elapsed() - before.at < renewEvery) return;
    const key = pending.get(place) ?? createBlobKey();
    pending.set(place, key);
    await insertSign(db, key, now());
    await place.putHeartbeat(key, `A server on ${hostname()} uses this place.\n`);
    left.set(place, { key, at: elapsed() });
    pending.delete(place);
    if (before !== undefined) {
      // Who finds it is not to find it without its record.
      await place.removeHeartbeat(before.key);
      await removeSign(db, before.key);
    }
    for await (const sign of place.listHeartbeats())
      if (sign.modifiedAt < now() - gone) await place.removeHeartbeat(sign.key);
    await removeSignsBefore(db, now() - forgotten);
  };

  const strangersIn = async (place: OwnedBlobStore): Promise<StoredEntry[]> => {
    const found: StoredEntry[] = [];
    for await (const sign of place.listHeartbeats()) if (sign.modifiedAt > now() - freshFor) found.push(sign);
    if (found.length === 0) return [];
    const own = await listHeartbeats(db);
    return found.filter(({ key }) => !own.has(key));
  };

  let renewing: Promise<void> | undefined;
  return {
    renew: (places) =>
      (renewing ??= (async () => {
        for (const place of places) await leave(place);
      })().finally(() => {
        renewing = undefined;
      })),
    strangerAt: async (place) => {
      const first = await strangersIn(place);
      if (first.length === 0) return undefined;
      // Own ones go from the place before they go from the record: what is still there is somebody else's.
      const still = new Set((await strangersIn(place)).map(({ key }) => key));
      const seen = first.filter(({ key }) => still.has(key)).map(({ modifiedAt }) => modifiedAt);
      return seen.length === 0 ? undefined : Math.max(...seen);
    },
  };
};
