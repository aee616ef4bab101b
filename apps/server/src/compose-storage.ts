import { setTimeout as delay } from 'node:timers/promises';
import { createDualBlobStore } from '#adapters/blob-dual.ts';
import { createSwappableBlobStore, type PlacedBlobStore } from '#adapters/blob-swappable.ts';
import { switchToOperatorBucket } from '#compose-operator-storage.ts';
import { createStores, type StoresOptions, tryOperators } from '#compose-stores.ts';
import { reasonOf } from '#config/data-dir.ts';
import { ConfigError } from '#config/load.ts';
import type { Db, Trx } from '#db/database.ts';
import {
  createOwnership,
  createStorageRecords,
  createStoreHeartbeats,
  describePlace,
  lostPlace,
  type MovingStores,
  notOwn,
  type Owner,
  otherDisk,
  type Ownership,
  sharedPlace,
  type StoragePlace,
  type StorageRecord,
  StorageRecordError,
  type StorageRecords,
  type StorageSwitch,
  takenPlace,
} from '#features/storage/index.ts';
import { createSettingsService } from '#features/settings/index.ts';
import { type BlobStore, BlobStoreError } from '#ports/blob-store.ts';
import { type Clock, systemClock } from '#ports/clock.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage, TryObjectStorage } from '#ports/object-storage.ts';
import type { Sealer } from '#ports/sealer.ts';

/** Milliseconds between two refreshes of the record of stores, which another program may change. */
const refreshEveryMs = 2_000;
/** Milliseconds without a successful refresh after which no new files are accepted. */
const patienceMs = 6_000;
/** Milliseconds between two checks whether a heartbeat is due. */
const heartbeatEveryMs = 60_000;

export interface StorageOptions extends StoresOptions {
  readonly db: Db;
  readonly sealer: Sealer;
  /** The bucket that the operator's configuration names. */
  readonly operator: ObjectStorage | undefined;
  /** Machines of other servers that run. */
  readonly others?: () => Promise<readonly string[]>;
  readonly clock?: Clock;
}

interface UsedPlace {
  readonly place: StoragePlace;
  /** Nothing was stored there when another place was chosen. */
  readonly mayBeEmpty: boolean;
}

interface ConfirmedPlace extends UsedPlace {
  readonly owner: Owner;
}

export interface OpenedStorage extends StorageSwitch {
  /** The store of the current record. */
  readonly blobs: BlobStore;
  readonly records: StorageRecords;
  readonly tryObjectStorage: TryObjectStorage;
  /** Verifies the owners of places. */
  readonly ownership: Ownership;
  /** Verifies the owner of each place in use. Where one has another owner, a server accepts no files. */
  readonly confirm: () => Promise<readonly ConfirmedPlace[]>;
  /**
   * Returns why nothing may be removed from the places in use, in a sentence; undefined where this installation
   * alone owns them.
   */
  readonly cleanupBlockedReason: () => Promise<string | undefined>;
  /** Tells whether something may be removed from the places in use. */
  readonly owns: () => Promise<boolean>;
  /** Returns the latest use of a place by a server with a copy of the database, within a day. */
  readonly foreignHeartbeatAt: (place: OwnedBlobStore) => Promise<number | undefined>;
  /** The same of all that is used now. */
  readonly latestForeignHeartbeat: () => Promise<number | undefined>;
  /** Returns the owner of the places in use; another owner where one of two has it. */
  readonly owner: () => Promise<Owner>;
  /** Opens a place, independently of the record. */
  readonly openPlace: (place: StoragePlace) => Promise<OwnedBlobStore>;
  /** Opens both stores of the move that the record names now. */
  readonly openMove: () => Promise<MovingStores>;
  /** Tries whether the data directory can be used. */
  readonly tryDisk: () => Promise<void>;
  /** Records that files are on this server's disk, where they are kept on one. */
  readonly takeDisk: (trx: Trx) => Promise<void>;
}

/**
 * Opens the store of the record, and replaces it when the record changes.
 *
 * @param isServer true where migrations wait for it
 */
const createStorage = async (
  options: StorageOptions,
  records: StorageRecords,
  isServer: boolean,
): Promise<OpenedStorage> => {
  const { node } = options;
  const stores = createStores(options);
  let revision = '';
  let current: StorageRecord | undefined;
  let moving: MovingStores<OwnedBlobStore> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let reportedMove: string | undefined;
  let failingSince: number | undefined;

  /** @returns the store to use; undefined where it is the one that is used already */
  const openRecord = async (): Promise<PlacedBlobStore | undefined> => {
    const seen = await records.revision();
    const read = await records.read();
    if (JSON.stringify(read) === JSON.stringify(current)) {
      revision = seen;
      return undefined;
    }
    const { place, diskOf, move, placeId, formerIds } = read;
    // An empty place is claimed by this server when it joins the others.
    const isTaken = diskOf !== undefined && diskOf !== node;
    if (isTaken && (current !== undefined || (await records.hasBytes()))) throw otherDisk(diskOf, node);
    // Uploads to another server's disk continue there; nothing else is on it.
    const isElsewhere = move?.automatic === true && move.from.kind === 'disk' && move.node !== node;
    const isOne = move === undefined || move.emptying || isElsewhere;
    const both = isOne ? undefined : await stores.openMoving(place, move);
    const isClosed = formerIds.length === 0;
    const store = both === undefined ? await stores.open(place) : createDualBlobStore({ ...both, isClosed });
    [revision, current, moving] = [seen, read, both];
    return { store, places: both === undefined ? [placeId] : [placeId, ...formerIds] };
  };

  const ownership = createOwnership({ db: options.db, clock: options.clock ?? systemClock });
  /** Returns all places in use. */
  const used = async (): Promise<(UsedPlace & { readonly store: OwnedBlobStore })[]> => {
    if (current === undefined) return [];
    const { place, move } = current;
    const both = moving;
    const now = { place, mayBeEmpty: false, store: both?.to ?? (await stores.open(place)) };
    if (both === undefined || move === undefined) return [now];
    return [now, { place: move.from, mayBeEmpty: move.automatic, store: both.from }];
  };

  const first = await openRecord();
  if (first === undefined) throw new Error('There is no record.');
  const blobs = createSwappableBlobStore(first);

  /** True where a place in use was found to have another owner, or to have lost everything. */
  let isForeignOrLost = false;
  const confirm = async (): Promise<ConfirmedPlace[]> => {
    const confirmed: ConfirmedPlace[] = [];
    for (const { store, ...each } of await used())
      confirmed.push({ ...each, owner: await ownership.confirm(store) });
    isForeignOrLost = confirmed.some(
      ({ owner, mayBeEmpty }) => owner === 'other' || (owner === 'empty' && !mayBeEmpty),
    );
    if (isForeignOrLost) blobs.refuse(true);
    return confirmed;
  };

  const heartbeats = createStoreHeartbeats({ db: options.db });
  /** Writes heartbeats of this server, but not into places with another owner. */
  const writeHeartbeats = async (): Promise<void> => {
    const own: OwnedBlobStore[] = [];
    for (const { store } of await used()) if ((await ownership.look(store)) === 'own') own.push(store);
    await heartbeats.renew(own);
  };
  /** Returns the latest foreign heartbeat in any place, and the place. */
  const foreignHeartbeat = async (): Promise<{ place: StoragePlace; at: number } | undefined> => {
    for (const { place, store } of await used()) {
      const at = await heartbeats.foreignHeartbeatAt(store);
      if (at !== undefined) return { place, at };
    }
    return undefined;
  };
  const cleanupBlockedReason = async (): Promise<string | undefined> => {
    if ((await confirm()).some(({ owner }) => owner !== 'own')) return notOwn;
    // Other users of the place must see this server before it removes something.
    if (isServer) await writeHeartbeats();
    const found = await foreignHeartbeat();
    return found === undefined ? undefined : sharedPlace(found.place, found.at);
  };

  const look = async (): Promise<void> => {
    if ((await records.revision()) === revision) return;
    const placed = await openRecord();
    if (placed !== undefined) blobs.use(placed);
  };

  /** Reports to migrations which record this server uses, or that it is still writing to their source. */
  const tell = async (): Promise<void> => {
    const moveId = current?.move === undefined || current.move.emptying ? '' : current.move.id;
    const known = blobs.isSettled() ? moveId : undefined;
    if (known === undefined) {
      await records.tell(node, reportedMove ?? '');
    } else if (known !== reportedMove) {
      await records.tell(node, known);
      reportedMove = known;
    }
  };
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };
  const refresh = (): Promise<void> =>
    enqueue(async () => {
      try {
        await look();
        failingSince = undefined;
        blobs.refuse(isForeignOrLost);
      } catch (error) {
        failingSince ??= performance.now();
        blobs.refuse(isForeignOrLost || performance.now() - failingSince >= patienceMs);
        // Migrations wait for this server, which writes by the record that it knows.
        if (isServer) await records.tell(node, reportedMove ?? '');
        throw error;
      }
      if (isServer) await tell();
    });

  return {
    blobs,
    records,
    tryObjectStorage: stores.tryObjectStorage,
    ownership,
    confirm,
    cleanupBlockedReason,
    owns: async () => (await cleanupBlockedReason()) === undefined,
    foreignHeartbeatAt: (store) => heartbeats.foreignHeartbeatAt(store),
    latestForeignHeartbeat: async () => (await foreignHeartbeat())?.at,
    owner: async () => {
      const owners: Owner[] = [];
      for (const { store } of await used()) owners.push(await ownership.look(store));
      return owners.find((owner) => owner === 'other') ?? owners[0] ?? 'empty';
    },
    openPlace: stores.open,
    openMove: async () => {
      const { place, move } = await records.read();
      if (move === undefined) throw new Error('There is no move.');
      return stores.openMoving(place, move);
    },
    tryDisk: async () => (await stores.openDisk()).probe(),
    takeDisk: async (trx) => {
      if (current?.place.kind === 'disk' && (await ownership.look(await stores.openDisk())) === 'own')
        await records.takeDisk(trx, node);
    },
    refresh,
    stores: () => moving,
    placesOf: (key) => blobs.placesOf(key),
    publishAnew: (key, size) => blobs.publishAnew(key, size),
    watch: (onError) => {
      let failed = '';
      const keepRefreshing = async (): Promise<void> => {
        try {
          await refresh();
          failed = '';
        } catch (error) {
          // A lasting failure is reported once.
          if (failed !== String(error)) onError(error);
          failed = String(error);
        }
      };
      timer ??= setInterval(() => void keepRefreshing(), refreshEveryMs).unref();
      void keepRefreshing();
      // A failure has consequences: nothing is removed before the next heartbeat.
      const keepWriting = (): void => void writeHeartbeats().catch(() => undefined);
      heartbeatTimer ??= setInterval(keepWriting, heartbeatEveryMs).unref();
      keepWriting();
    },
    close: async () => {
      clearInterval(timer);
      clearInterval(heartbeatTimer);
      await turn;
      if (reportedMove !== undefined) await records.leave(node).catch(() => undefined);
    },
  };
};

const recordsOf = ({ db, sealer, operator, clock = systemClock }: StorageOptions): StorageRecords =>
  createStorageRecords({
    db,
    sealer,
    operator,
    clock,
    settings: createSettingsService({ db, clock, sealer }),
  });

const inConfigWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof StorageRecordError) throw new ConfigError(error.message);
    throw new ConfigError(`Where files are kept cannot be used: ${reasonOf(error)}`);
  }
};

/** Opens the stores for commands. @throws ConfigError */
export const openInstalledStorage = (options: StorageOptions): Promise<OpenedStorage> =>
  inConfigWords(() => createStorage(options, recordsOf(options), false));

/**
 * Refuses a place with another owner, and one that has lost everything. An unreachable place is verified later,
 * before anything is cleaned up.
 */
const expectOwn = async (storage: OpenedStorage, warn: (sentence: string) => void): Promise<void> => {
  const confirmed = await storage.confirm().catch((error: unknown) => {
    if (error instanceof BlobStoreError) return [];
    throw error;
  });
  for (const { place, owner, mayBeEmpty } of confirmed) {
    if (owner === 'other') throw new ConfigError(takenPlace(place));
    if (owner === 'empty' && !mayBeEmpty)
      throw new ConfigError(lostPlace(place, await storage.ownership.name()));
    if (owner === 'unknown')
      warn(
        `None of the files in ${describePlace(place)} is on record in this installation's database. Nothing is cleaned up there.`,
      );
  }
};

/**
 * Opens the stores for a server. The store of the operator's configuration is tried once.
 *
 * @param warn receives a sentence that needs the operator's attention
 * @throws ConfigError
 */
export const openStorage = async (
  options: StorageOptions,
  warn: (sentence: string) => void,
): Promise<OpenedStorage> => {
  const { operator } = options;
  const records = recordsOf(options);
  if (operator !== undefined) {
    const { open, tryObjectStorage } = createStores(options);
    await tryOperators(operator, tryObjectStorage);
    const ownership = createOwnership({ db: options.db, clock: options.clock ?? systemClock });
    const { node, others = async () => [] } = options;
    await inConfigWords(() =>
      switchToOperatorBucket({ db: options.db, records, operator, node, others, ownership, open, warn }),
    );
  }
  return inConfigWords(async () => {
    const storage = await createStorage(options, records, true);
    await expectOwn(storage, warn);
    return storage;
  });
};

/**
 * Waits until every server uses the record of a migration.
 *
 * @param onWait receives the number of those that do not yet
 */
export const waitForServers = async (
  readersOf: () => Promise<readonly { readonly node: string; readonly seenAt: number }[]>,
  { graceMs, onWait }: { readonly graceMs: number; readonly onWait: (servers: number) => void },
): Promise<void> => {
  const seen = new Map<string, { at: number; since: number }>();
  for (;;) {
    const now = performance.now();
    const readers = await readersOf();
    // A server that still writes to the source keeps reporting it; a killed one stops.
    const living = readers.filter(({ node, seenAt: at }) => {
      const known = seen.get(node);
      if (known?.at !== at) seen.set(node, { at, since: now });
      return now - (known?.at === at ? known.since : now) < graceMs;
    });
    if (living.length === 0) return;
    onWait(living.length);
    await delay(500);
  }
};
