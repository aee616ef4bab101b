import { join } from 'node:path';
import { lockRenamedFolder } from '#adapters/disk/folder-lock.ts';
import { createStoreOpener, type StoreOpenerOptions, tryOperators } from '#compose/store-opener.ts';
import { reasonOf } from '#config/data-dir.ts';
import { ConfigError } from '#config/load.ts';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import {
  asOnlyMigration,
  type ChooseStore,
  createChooseStore,
  createOwnership,
  createStoreOwnership,
  describeLocation,
  formerDisk,
  hasRowsIn,
  holdsAny,
  listSomeKeys,
  lostLocation,
  openStores,
  otherDisk,
  type Ownership,
  type StoreLocation,
  type StoreOwnership,
  type Stores,
  StoreUnavailableError,
  type StoresWatch,
  switchToOperatorBucket,
  takenLocation,
  watchStores,
  updateStore,
} from '#features/storage/index.ts';
import { isNodeRunning } from '#features/nodes/index.ts';
import { createSettingsService } from '#features/settings/index.ts';
import { BlobStoreError, normaliseKey } from '#ports/blob-store.ts';
import { type Clock, systemClock } from '#ports/clock.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage, TryObjectStorage } from '#ports/object-storage.ts';
import type { Sealer } from '#ports/sealer.ts';

export interface StorageOptions extends StoreOpenerOptions {
  readonly db: Db;
  readonly sealer: Sealer;
  /** Names this server: files on a disk are those of one. */
  readonly node: string;
  /** The bucket that the operator's configuration names. */
  readonly operator: ObjectStorage | undefined;
  /** Machines of other servers that run. */
  readonly others?: () => Promise<readonly string[]>;
  readonly clock?: Clock;
  /** Instead of the data directory. */
  readonly disk?: OwnedBlobStore | undefined;
}

export interface OpenedStorage extends StoreOwnership, StoresWatch {
  readonly stores: Stores;
  readonly choose: ChooseStore;
  readonly ownership: Ownership;
  readonly tryObjectStorage: TryObjectStorage;
  /** Opens the store in a location, whether the table has it or not. */
  readonly openLocation: (location: StoreLocation) => Promise<OwnedBlobStore>;
  /** Tries whether the data directory can be used. */
  readonly tryDisk: () => Promise<void>;
  /** Records that files are on this server's disk, where they are kept on one. */
  readonly takeDisk: (trx: Trx) => Promise<void>;
  /** Runs work unless another program migrates at the same time. @returns undefined where one does */
  readonly asOnlyMigration: <T extends object>(work: () => Promise<T>) => Promise<T | undefined>;
}

const inConfigWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof StoreUnavailableError) throw new ConfigError(error.message);
    throw new ConfigError(`The storage of files cannot be used: ${reasonOf(error)}`);
  }
};

const openTable = async (options: StorageOptions): Promise<OpenedStorage> => {
  const { db, node, sealer, operator, disk, clock = systemClock } = options;
  const opener = createStoreOpener(options);
  const openDisk = async (): Promise<OwnedBlobStore> => disk ?? opener.openDisk();
  const open = (location: StoreLocation): Promise<OwnedBlobStore> =>
    location.kind === 'disk' ? openDisk() : opener.open(location);
  const stores = await openStores({ db, sealer, operator, node, open });
  const ownership = createOwnership({ db, clock });
  const settings = createSettingsService({ db, clock, sealer });
  return {
    stores,
    choose: createChooseStore({ clock, settings, sealer, operator }),
    ownership,
    ...createStoreOwnership(stores, ownership),
    tryObjectStorage: opener.tryObjectStorage,
    openLocation: open,
    tryDisk: async () => (await openDisk()).probe(),
    takeDisk: async (trx) => {
      const active = stores.rows().find(({ state }) => state === 'active');
      if (active?.kind !== 'disk' || !isPostgres(trx) || active.node_id === node) return;
      await updateStore(trx, active.id, { node_id: node });
    },
    asOnlyMigration: async (work) => {
      const { dataDir } = options;
      const release = lockRenamedFolder(join(dataDir, 'migration.lock'), join(dataDir, 'move.lock'));
      if (release === undefined) return undefined;
      try {
        return await asOnlyMigration(db, work);
      } finally {
        release();
      }
    },
    ...watchStores(stores),
  };
};

/** Opens the stores for commands. @throws ConfigError */
export const openInstalledStorage = (options: StorageOptions): Promise<OpenedStorage> =>
  inConfigWords(() => openTable(options));

/**
 * Refuses files on the disk of another server, but those of a former one that does not run: it may be gone for good,
 * and must not keep all others from starting. A disk without files is taken by the next server that joins the others.
 *
 * @returns false where the active store is such a disk, which is not this server's yet
 * @throws ConfigError
 */
const expectOwnDisk = async (
  { db, node }: StorageOptions,
  { stores, openLocation }: OpenedStorage,
): Promise<boolean> => {
  if (!isPostgres(db)) return true;
  let isActiveOwn = true;
  for (const { id, kind, node_id: whose, state } of stores.rows()) {
    if (kind !== 'disk' || state === 'retired' || whose === node) continue;
    if (!(await hasRowsIn(db, id))) {
      if (state === 'active' && whose !== null) isActiveOwn = false;
      continue;
    }
    if (whose !== null) {
      if (state === 'draining' && !(await isNodeRunning(db, whose))) continue;
      throw new ConfigError(otherDisk(whose, node).message);
    }
    const keys = (await listSomeKeys(db)).map(normaliseKey);
    if (!(await holdsAny(await openLocation({ kind: 'disk' }), keys)))
      throw new ConfigError(
        'Files are kept on a disk, and none of them is in this data directory. Use the data directory of the server that has them.',
      );
  }
  return isActiveOwn;
};

/**
 * Refuses a store with another owner, and one that has lost everything. An unreachable store is verified later,
 * before anything is cleaned up.
 */
const expectOwn = async (
  { db, storage }: { readonly db: Db; readonly storage: OpenedStorage },
  warn: (sentence: string) => void,
): Promise<void> => {
  const confirmed = await storage.confirm().catch((error: unknown) => {
    if (error instanceof BlobStoreError && !(error instanceof StoreUnavailableError)) return [];
    throw error;
  });
  for (const { id, state, node_id: whose } of storage.stores.rows()) {
    if (state !== 'draining') continue;
    const fault = await storage.stores.open(id).catch((error: unknown) => error);
    if (!(fault instanceof StoreUnavailableError)) continue;
    // Files that were not migrated cannot be read until it can be opened, and all others can.
    if (whose === null) warn(fault.message);
    else if (await hasRowsIn(db, id)) warn(formerDisk(whose));
  }
  for (const { location, owner, state } of confirmed) {
    if (state === 'active') {
      if (owner === 'other') throw new ConfigError(takenLocation(location));
      if (owner === 'empty') throw new ConfigError(lostLocation(location, await storage.ownership.name()));
    } else if (owner === 'other' || owner === 'empty') {
      const fault = owner === 'empty' ? 'is empty' : 'belongs to another installation';
      warn(
        `Files are on record in ${describeLocation(location)}, which ${fault}. Nothing is cleaned up there. Run \`holdall migrate-blobs\`, which names them.`,
      );
    }
    if (owner === 'unknown')
      warn(
        `None of the files in ${describeLocation(location)} is on record in this installation's database. Nothing is cleaned up there.`,
      );
  }
};

/**
 * Opens the stores for a server. The store of the operator's configuration is tried once.
 *
 * @param warn receives a sentence that needs the operator's attention
 * @throws ConfigError
 */
export const openStorage = (
  options: StorageOptions,
  warn: (sentence: string) => void,
): Promise<OpenedStorage> =>
  inConfigWords(async () => {
    const storage = await openTable(options);
    const { db, operator, node, others = async () => [] } = options;
    if (operator !== undefined) await tryOperators(operator, storage.tryObjectStorage);
    const isActiveOwn = await expectOwnDisk(options, storage);
    if (operator !== undefined)
      await switchToOperatorBucket({
        ...storage,
        db,
        operator,
        node,
        others,
        open: storage.openLocation,
        warn,
      });
    if (isActiveOwn) await expectOwn({ db, storage }, warn);
    return storage;
  });
