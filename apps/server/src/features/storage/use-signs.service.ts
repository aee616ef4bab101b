import { hostname } from 'node:os';
import type { Db } from '#db/database.ts';
import { type BlobKey, createBlobKey, type StoredEntry } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { insertSign, listHeartbeats, removeSign, removeSignsBefore } from './use-signs.repo.ts';

const hour = 60 * 60_000;
/** Milliseconds between two signs of a server. */
const renewEvery = 10 * 60_000;
/** Milliseconds for which a sign shows that a server uses the place. */
export const freshFor = 24 * hour;
/** Milliseconds after which a sign is deleted. Its record is kept longer than the sign itself. */
const gone = 7 * 24 * hour;
const forgotten = 8 * 24 * hour;

/** Signs (heartbeat objects) that tell copies of one database apart when they use one place. */
export interface UseSigns {
  /** Writes a sign to each place, unless the last one there is recent. */
  renew(places: readonly OwnedBlobStore[]): Promise<void>;
  /** Returns the time of the last foreign sign of the last day in a place; undefined: nobody else uses it. */
  strangerAt(place: OwnedBlobStore): Promise<number | undefined>;
}

export interface UseSignsDeps {
  readonly db: Db;
  /** Milliseconds since 1970, as the places have them, and those of a monotonic clock. */
  readonly now?: () => number;
  readonly elapsed?: () => number;
}

interface Left {
  readonly key: BlobKey;
  /** By the monotonic clock. */
  readonly at: number;
}

/**
 * Creates the signs of a place's users. Each sign has a unique name, recorded in its server's database alone,
 * so a copy of the database knows the signs before the copy and none since.
 */
export const createUseSigns = ({
  db,
  now = () => Date.now(),
  elapsed = () => performance.now(),
}: UseSignsDeps): UseSigns => {
  const left = new Map<OwnedBlobStore, Left>();
  /** Signs that may have been written, because no answer arrived. */
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
      // The sign must not be found without its record.
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
      // Own signs are deleted from the place before their records, so any other sign there is foreign.
      const still = new Set((await strangersIn(place)).map(({ key }) => key));
      const seen = first.filter(({ key }) => still.has(key)).map(({ modifiedAt }) => modifiedAt);
      return seen.length === 0 ? undefined : Math.max(...seen);
    },
  };
};
