import type { Db } from '#db/database.ts';
import type { Clock } from '#ports/clock.ts';
import { BlobStoreError, type StoredEntry } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { migrateRows, pageSize } from './migration.task.ts';
import type { Owner } from './owner-marker.service.ts';
import type { CleanableStores } from './store-ownership.ts';
import { listRowsIn, retireStore } from './stores.repo.ts';
import type { OpenedStore, Stores } from './storage.types.ts';

/** Milliseconds for which a removed blob can be put back. */
export const trashedFor = 7 * 24 * 60 * 60 * 1000;

export interface StoresMaintenance {
  /** Retires stores that nothing refers to any more, and empties the trash of what has lain there long enough. */
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

/** Deletes what has lain in the trash of a store since before a time. */
export const emptyTrash = async ({ blobs }: Pick<OpenedStore, 'blobs'>, before: number): Promise<void> => {
  for await (const { key, modifiedAt } of blobs.listTrash()) if (modifiedAt < before) await blobs.purge(key);
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
  stores: Pick<Stores, 'inUse'>,
  isShort: () => Promise<boolean>,
): Promise<void> => {
  for (const store of await stores.inUse()) {
    if (store.place.kind !== 'disk') continue;
    for (let oldest = await listOldest(store); oldest.length > 0; oldest = await listOldest(store))
      for (const { key } of oldest) {
        if (!(await isShort())) return;
        await store.blobs.purge(key);
      }
  }
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
  const drain = async (): Promise<void> => {
    // Nothing is copied into a store that another installation owns by now, or that has lost its files.
    const { stores: own } = await cleanable();
    const active = own.find(({ state }) => state === 'active');
    for (const from of own) {
      if (active === undefined || from.id === active.id || !(await isSmall(from.id))) continue;
      const copying = { db, stores: { from: from.blobs, to: active.blobs }, from: from.id, to: active.id };
      await asOnlyMigration(() => migrateRows(copying));
    }
  };
  const retire = async (): Promise<void> => {
    for (const { id, state } of stores.rows())
      if (state === 'draining' && (await retireStore(db, id))) await stores.refresh();
  };
  return {
    sweep: async () => {
      await stores.refresh();
      await retire();
      const isDraining = stores.rows().some(({ state }) => state === 'draining');
      if (isDraining) {
        await drain();
        await retire();
      }
      const before = clock.now() - trashedFor;
      for (const store of (await cleanable()).stores) await emptyTrash(store, before);
      for (const store of await stores.retired()) {
        try {
          if ((await ownerOf(store.blobs)) === 'own') await emptyTrash(store, before);
        } catch (error) {
          // It may be gone.
          if (!(error instanceof BlobStoreError)) throw error;
        }
      }
    },
  };
};
