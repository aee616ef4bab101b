import { hostname } from 'node:os';
import type { Db } from '#db/database.ts';
import { type BlobKey, createBlobKey, type StoredEntry } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import {
  insertHeartbeat,
  listHeartbeats,
  removeHeartbeat,
  removeHeartbeatsBefore,
} from './store-heartbeats.repo.ts';

const hour = 60 * 60_000;
/** Milliseconds between two heartbeats of a server. */
const renewEvery = 10 * 60_000;
/** Milliseconds for which a heartbeat shows that a server uses the place. */
export const freshFor = 24 * hour;
/** Milliseconds after which a heartbeat is deleted. Its record is kept longer than the heartbeat itself. */
const gone = 7 * 24 * hour;
const forgotten = 8 * 24 * hour;

/** Heartbeat objects that tell copies of one database apart when they use one place. */
export interface StoreHeartbeats {
  /** Writes a heartbeat to each place, unless the last one there is recent. */
  renew(places: readonly OwnedBlobStore[]): Promise<void>;
  /** Returns the time of the last foreign heartbeat of the last day in a place; undefined: nobody else uses it. */
  foreignHeartbeatAt(place: OwnedBlobStore): Promise<number | undefined>;
}

export interface StoreHeartbeatsDeps {
  readonly db: Db;
  /** Milliseconds since 1970, as the places have them, and those of a monotonic clock. */
  readonly now?: () => number;
  readonly elapsed?: () => number;
}

interface WrittenHeartbeat {
  readonly key: BlobKey;
  /** By the monotonic clock. */
  readonly at: number;
}

/**
 * Creates the heartbeats of a place's users. Each heartbeat has a unique name, recorded in its server's database alone,
 * so a copy of the database knows the heartbeats before the copy and none since.
 */
export const createStoreHeartbeats = ({
  db,
  now = () => Date.now(),
  elapsed = () => performance.now(),
}: StoreHeartbeatsDeps): StoreHeartbeats => {
  const written = new Map<OwnedBlobStore, WrittenHeartbeat>();
  /** Heartbeats that may have been written, because no answer arrived. */
  const pending = new Map<OwnedBlobStore, BlobKey>();

  const write = async (place: OwnedBlobStore): Promise<void> => {
    const before = written.get(place);
    if (before !== undefined && elapsed() - before.at < renewEvery) return;
    const key = pending.get(place) ?? createBlobKey();
    pending.set(place, key);
    await insertHeartbeat(db, key, now());
    await place.putHeartbeat(key, `A server on ${hostname()} uses this place.\n`);
    written.set(place, { key, at: elapsed() });
    pending.delete(place);
    if (before !== undefined) {
      // The heartbeat must not be found without its record.
      await place.removeHeartbeat(before.key);
      await removeHeartbeat(db, before.key);
    }
    for await (const heartbeat of place.listHeartbeats())
      if (heartbeat.modifiedAt < now() - gone) await place.removeHeartbeat(heartbeat.key);
    await removeHeartbeatsBefore(db, now() - forgotten);
  };

  const foreignHeartbeatsIn = async (place: OwnedBlobStore): Promise<StoredEntry[]> => {
    const found: StoredEntry[] = [];
    for await (const heartbeat of place.listHeartbeats())
      if (heartbeat.modifiedAt > now() - freshFor) found.push(heartbeat);
    if (found.length === 0) return [];
    const own = await listHeartbeats(db);
    return found.filter(({ key }) => !own.has(key));
  };

  let renewing: Promise<void> | undefined;
  return {
    renew: (places) =>
      (renewing ??= (async () => {
        for (const place of places) await write(place);
      })().finally(() => {
        renewing = undefined;
      })),
    foreignHeartbeatAt: async (place) => {
      const first = await foreignHeartbeatsIn(place);
      if (first.length === 0) return undefined;
      // Own heartbeats are deleted from the place before their records, so any other heartbeat there is foreign.
      const still = new Set((await foreignHeartbeatsIn(place)).map(({ key }) => key));
      const seen = first.filter(({ key }) => still.has(key)).map(({ modifiedAt }) => modifiedAt);
      return seen.length === 0 ? undefined : Math.max(...seen);
    },
  };
};
