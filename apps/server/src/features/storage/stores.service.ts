import type { Db, Trx } from '#db/database.ts';
import type { StoreRow } from '#db/tables/storage.ts';
import {
  BlobAbsentError,
  type BlobKey,
  type BlobStore,
  BlobStoreAwayError,
  BlobStoreError,
  type StoredEntry,
} from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { createDatabaseStore } from './database-store.ts';
import { type ConfigDeps, configOf, isAtLocation, openableLocationOf, locationOf } from './store-config.ts';
import { describeLocation } from './storage.rules.ts';
import { otherDisk, StoreUnavailableError } from './storage.errors.ts';
import { listStores, replaceStores } from './stores.repo.ts';
import type { OpenedStore, StoreLocation, Stores } from './storage.types.ts';

export { moveRow } from './stores.repo.ts';

/**
 * Makes one location the store of all bytes, as it is after a restore. The first server that starts with a disk
 * records that it is its own.
 */
export const restoreStores = (trx: Trx, location: StoreLocation): Promise<void> =>
  replaceStores(trx, { kind: location.kind, config: configOf(location, undefined) });

export interface StoresDeps extends ConfigDeps {
  readonly db: Db;
  /** Names this server, whose disk is that of its own store alone. */
  readonly node: string;
  /** Opens the store in a location; it is called often for the same one. */
  readonly open: (location: StoreLocation) => Promise<OwnedBlobStore>;
}

/** Tries the stores in order, until one of them has the blob. Where none has it, a failure of one is a failure. */
const inFirst = async <T>(
  stores: readonly (() => Promise<BlobStore>)[],
  work: (store: BlobStore) => Promise<T>,
): Promise<T> => {
  let absent: unknown = new BlobAbsentError('There is no such blob.');
  let failure: unknown;
  for (const open of stores) {
    try {
      return await work(await open());
    } catch (error) {
      if (error instanceof BlobAbsentError) absent = error;
      else if (error instanceof BlobStoreError) failure ??= error;
      else throw error;
    }
  }
  throw failure ?? absent;
};

/** A row that has not changed is the same object in both. */
const isSameList = (one: readonly StoreRow[], other: readonly StoreRow[]): boolean =>
  one.length === other.length && one.every((row, at) => row === other[at]);

/** Opens the stores of the table. */
export const openStores = async (deps: StoresDeps): Promise<Stores> => {
  const { db, node } = deps;
  let rows: readonly StoreRow[] = [];
  const locations = new WeakMap<StoreRow, StoreLocation>();
  let blocked: readonly string[] = [];

  /** The store that is in use, where it is the only one and was opened: most reads need to know no more. */
  let only: { readonly id: string; readonly blobs: OwnedBlobStore } | undefined;
  const notice = (row: StoreRow, blobs: OwnedBlobStore): void => {
    if (row.state === 'active' && rows.every(({ state }) => state !== 'draining'))
      only = { id: row.id, blobs };
  };

  const refresh = async (): Promise<void> => {
    const known = new Map(rows.map((row) => [JSON.stringify(row), row]));
    // A row that has not changed keeps its location, whose keys need not be opened again.
    const found = (await listStores(db)).map((row) => known.get(JSON.stringify(row)) ?? row);
    if (!isSameList(found, rows)) only = undefined;
    rows = found;
  };
  await refresh();

  const rowOf = async (id: string | null): Promise<StoreRow> => {
    if (!rows.some((row) => row.id === id)) await refresh();
    const row = rows.find((each) => each.id === id);
    if (row === undefined) throw new StoreUnavailableError(`There is no store ${id}.`);
    return row;
  };
  const openRow = async (row: StoreRow): Promise<OwnedBlobStore> => {
    if (row.node_id !== null && row.node_id !== node) throw otherDisk(row.node_id, node);
    const location = locations.get(row) ?? openableLocationOf(row, deps);
    locations.set(row, location);
    const blobs = await deps.open(location);
    if (rows.includes(row)) notice(row, blobs);
    return blobs;
  };
  const opened = async (row: StoreRow): Promise<OpenedStore> => ({
    id: row.id,
    state: row.state,
    location: locationOf(row, deps),
    blobs: await openRow(row),
  });
  /** A former store's keys, or its server's disk, may be gone with it. */
  const openable = async (state: StoreRow['state']): Promise<OpenedStore[]> => {
    const found: OpenedStore[] = [];
    for (const row of rows.filter((each) => each.state === state)) {
      try {
        found.push(await opened(row));
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
      }
    }
    return found;
  };
  const activeRow = (): StoreRow => {
    const row = rows.find(({ state }) => state === 'active');
    if (row === undefined) throw new StoreUnavailableError('There is no active store.');
    return row;
  };

  const inDatabase = createDatabaseStore(db);
  const views = new Map<string, BlobStore>();
  const viewOf = (id: string): BlobStore => {
    const here = async (): Promise<BlobStore> => openRow(await rowOf(id));
    const direct = (): BlobStore | undefined => (only?.id === id ? only.blobs : undefined);
    /** The row's own store, and the others in use. */
    const candidates = async (): Promise<(() => Promise<BlobStore>)[]> => {
      const own = await rowOf(id);
      const others = rows
        .filter((row) => row.state !== 'retired' && row !== own)
        .map((row) => () => openRow(row));
      // A retired store has nothing that a row names, and may be gone.
      return own.state === 'retired' ? [...others, here] : [here, ...others];
    };
    /** Tries the stores again, if this server did not know all of them. @throws the error, if it did */
    const foundAnew = async <T>(
      error: unknown,
      known: readonly StoreRow[],
      work: (store: BlobStore) => Promise<T>,
    ): Promise<T> => {
      if (!(error instanceof BlobAbsentError) && !(error instanceof BlobStoreError)) throw error;
      try {
        // Small contents may have been brought into the database since the row was read.
        return await work(inDatabase);
      } catch (other) {
        if (!(other instanceof BlobAbsentError)) throw other;
      }
      await refresh();
      if (isSameList(known, rows)) throw error;
      return inFirst(await candidates(), work);
    };
    const found = async <T>(work: (store: BlobStore) => Promise<T>): Promise<T> => {
      const known = rows;
      try {
        const own = direct();
        return await (own === undefined ? inFirst(await candidates(), work) : work(own));
      } catch (error) {
        return foundAnew(error, known, work);
      }
    };
    const sized = async (key: BlobKey): Promise<{ store: BlobStore; size: number } | undefined> => {
      const sizeIn = async (store: BlobStore) => {
        const size = await store.size(key);
        if (size === undefined) throw new BlobAbsentError('There is no such blob.');
        return { store, size };
      };
      try {
        return await found(sizeIn);
      } catch (error) {
        if (error instanceof BlobAbsentError) return undefined;
        throw error;
      }
    };
    /** The store that has the blob, which matters only where there are others. */
    const holder = async (key: BlobKey): Promise<BlobStore> => {
      const own = await here();
      return (await candidates()).length === 1 ? own : ((await sized(key))?.store ?? own);
    };
    async function* entriesOf(list: (store: BlobStore) => AsyncIterable<StoredEntry>) {
      yield* list(await here());
    }
    return {
      stage: async (key, position, hints) => {
        if (blocked.includes(id)) throw notOurs();
        return (await here()).stage(key, position, hints);
      },
      stagedSize: async (key, known) => (await here()).stagedSize(key, known),
      readStaged: async (key, span) => (await here()).readStaged(key, span),
      publish: async (key, size) => (await here()).publish(key, size),
      discard: async (key) => (await here()).discard(key),
      listStaged: () => entriesOf((store) => store.listStaged()),
      read: (key, span) => found((store) => store.read(key, span)),
      readInto: (key, start, target) => found((store) => store.readInto(key, start, target)),
      localPath: async (key) => (direct() ?? (await holder(key))).localPath(key),
      readAddress: async (key, headers) => (direct() ?? (await holder(key))).readAddress(key, headers),
      size: async (key) => (await sized(key))?.size,
      remove: async (key) => (await here()).remove(key),
      trash: async (key) => (await here()).trash(key),
      untrash: async (key) => (await here()).untrash(key),
      listTrash: () => entriesOf((store) => store.listTrash()),
      purge: async (key) => (await here()).purge(key),
      list: () => entriesOf((store) => store.list()),
      probe: async () => (await here()).probe(),
    };
  };
  const notOurs = (): BlobStoreAwayError =>
    new BlobStoreAwayError('The store of new files is another installation’s, or it has lost its files.');
  const get: Stores['get'] = (id) => {
    if (id === null) return inDatabase;
    const known = views.get(id) ?? viewOf(id);
    views.set(id, known);
    return known;
  };

  return {
    get,
    alone: async (id) => openRow(await rowOf(id)),
    active: async () => {
      const { id } = activeRow();
      if (blocked.includes(id)) throw notOurs();
      return { id, blobs: get(id) };
    },
    location: async (on = db) => {
      const row = (await listStores(on)).find(({ state }) => state === 'active');
      return locationOf(row ?? activeRow(), deps);
    },
    open: async (id) => opened(await rowOf(id)),
    inUse: async () => [await opened(activeRow()), ...(await openable('draining'))],
    retired: () => openable('retired'),
    find: (location) => rows.find((row) => isAtLocation(row, location, deps)),
    describe: (row) => {
      if (row.node_id !== null && row.node_id !== node)
        return `the disk of another server (node-id ${row.node_id})`;
      try {
        return describeLocation(locationOf(row, deps));
      } catch (error) {
        if (error instanceof StoreUnavailableError) return 'the former storage';
        throw error;
      }
    },
    rows: () => rows,
    refresh,
    block: (ids) => {
      blocked = ids;
    },
  };
};
