import type { Db } from '#db/database.ts';
import type { Clock } from '#ports/clock.ts';
import { inBatches } from '#lib/concurrency/in-batches.ts';
import { type BlobKey, BlobStoreError, type StoredEntry } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { migrateRows, pageSize } from './migration.task.ts';
import type { Owner } from './owner-marker.service.ts';
import type { CleanableStores } from './store-ownership.ts';
import { keysOnRecord, listRowsIn, retireStore } from './stores.repo.ts';
import type { OpenedStore, Stores } from './storage.types.ts';

/** Milliseconds until a server tries again to migrate damaged files. */
const triedAfter = 24 * 60 * 60 * 1000;
/** Milliseconds for which a removed blob can be put back. */
export const trashedFor = 7 * 24 * 60 * 60 * 1000;

export interface StoresMaintenance {
  /** Migrates small stores, retires those that nothing refers to any more, and empties the trash of what is old. */
  sweep(): Promise<void>;
}

export interface StoresMaintenanceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly stores: Stores;
  readonly cleanable: () => Promise<CleanableStores>;
  /** Identifies the owner of a store. */
  readonly ownerOf: (store: OwnedBlobStore) => Promise<Owner>;
  /** Runs work unless another program migrates at the same time. */
  readonly asOnlyMigration: <T extends object>(work: () => Promise<T>) => Promise<T | undefined>;
}

/**
 * Returns how to delete a blob from the trash of a store. What a row says to be in this store is put back instead: a
 * copy of the database may have removed it.
 *
 * @param keys the blobs that may be deleted
 */
const purgeIn = async (db: Db, { id, blobs }: OpenedStore, keys: readonly BlobKey[]) => {
  const onRecord = keys.length === 0 ? new Set<string>() : await keysOnRecord(db, keys, id);
  return async (key: BlobKey): Promise<void> => {
    if (onRecord.has(key) && (await blobs.size(key)) === undefined) await blobs.untrash(key);
    else await blobs.purge(key);
  };
};

/** Deletes what has lain in the trash of a store since before a time. */
const emptyTrash = async (db: Db, store: OpenedStore, before: number): Promise<void> => {
  for await (const entries of inBatches(store.blobs.listTrash(), pageSize)) {
    const old = entries.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
    const purge = await purgeIn(db, store, old);
    for (const key of old) await purge(key);
  }
};

/** Removes what was staged before a time: no upload goes on in a retired store, and a killed move leaves parts there. */
const discardStaged = async ({ blobs }: OpenedStore, before: number): Promise<void> => {
  for await (const { key, modifiedAt } of blobs.listStaged())
    if (modifiedAt < before) await blobs.discard(key);
};

/** Entries of a trash that one listing of it is sorted for. */
const oldestListed = 1_000;

/** Lists what has lain longest in the trash of a store, the oldest first. */
const listOldest = async ({ blobs }: Pick<OpenedStore, 'blobs'>): Promise<StoredEntry[]> => {
  let oldest: StoredEntry[] = [];
  const shorten = (): void => {
    oldest = oldest.toSorted((a, b) => a.modifiedAt - b.modifiedAt).slice(0, oldestListed);
  };
  for await (const entry of blobs.listTrash()) if (oldest.push(entry) >= 2 * oldestListed) shorten();
  shorten();
  return oldest;
};

/** Deletes from the trash of the disk's stores, the oldest first, while `isShort` says that room is short. */
export const emptyTrashWhile = async (
  db: Db,
  own: readonly OpenedStore[],
  isShort: () => Promise<boolean>,
): Promise<void> => {
  for (const store of own) {
    if (store.location.kind !== 'disk') continue;
    for (let oldest = await listOldest(store); oldest.length > 0; oldest = await listOldest(store)) {
      const keys = oldest.map(({ key }) => key);
      const purge = await purgeIn(db, store, keys);
      for (const key of keys) {
        if (!(await isShort())) return;
        await purge(key);
      }
    }
  }
};

/** Retires the draining stores that nothing refers to any more. */
export const retireUnused = async (db: Db, stores: Stores): Promise<void> => {
  for (const { id, state } of stores.rows())
    if (state === 'draining' && (await retireStore(db, id))) await stores.refresh();
};

export const createStoresMaintenance = ({
  db,
  clock,
  stores,
  cleanable,
  ownerOf,
  asOnlyMigration,
}: StoresMaintenanceDeps): StoresMaintenance => {
  /** Tells whether a store has no more than a page of files; anything larger waits for the operator's command. */
  const isSmall = async (store: string): Promise<boolean> => {
    const rows = await listRowsIn(db, 'blobs', { store, after: '', limit: pageSize + 1 });
    return rows.length <= pageSize;
  };
  /** Until when stores with damaged files are left alone: to read those again and again would help nobody. */
  const nextTries = new Map<string, number>();
  const drain = async (): Promise<void> => {
    // Nothing is copied into a store that another installation owns by now, or that has lost its files.
    const { stores: own } = await cleanable();
    const active = own.find(({ state }) => state === 'active');
    for (const from of own) {
      if (active === undefined || from.id === active.id || !(await isSmall(from.id))) continue;
      if ((nextTries.get(from.id) ?? 0) > clock.now()) continue;
      const copying = { db, stores: { from: from.blobs, to: active.blobs }, from: from.id, to: active.id };
      const done = await asOnlyMigration(() => migrateRows(copying));
      if (done !== undefined && done.damaged.length > 0) nextTries.set(from.id, clock.now() + triedAfter);
    }
  };
  return {
    sweep: async () => {
      await stores.refresh();
      await retireUnused(db, stores);
      const isDraining = stores.rows().some(({ state }) => state === 'draining');
      if (isDraining) {
        await drain();
        await retireUnused(db, stores);
      }
      const before = clock.now() - trashedFor;
      for (const store of (await cleanable()).stores) await emptyTrash(db, store, before);
      for (const store of await stores.retired()) {
        try {
          if ((await ownerOf(store.blobs)) !== 'own') continue;
          await emptyTrash(db, store, before);
          await discardStaged(store, before);
        } catch (error) {
          // It may be gone.
          if (!(error instanceof BlobStoreError)) throw error;
        }
      }
    },
  };
};
