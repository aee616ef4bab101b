import { join } from 'node:path';
import { lockRenamedFolder } from '#adapters/disk/folder-lock.ts';
import { createStoreOpener, type StoreOpenerOptions, tryOperators } from '#compose/store-opener.ts';
import { reasonOf } from '#config/data-dir.ts';
import { ConfigError } from '#config/load.ts';
import type { Db, Trx } from '#db/database.ts';
import {
  asOnlyMigration,
  type ChooseStore,
  createChooseStore,
  createOwnership,
  createStoreOwnership,
  openStores,
  type Ownership,
  type StoreLocation,
  type StoreOwnership,
  type Stores,
  StoreUnavailableError,
  type StoresWatch,
  watchStores,
  settleStores,
  takeDisk,
} from '#features/storage/index.ts';
import { createSettingsService } from '#features/settings/index.ts';
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
    takeDisk: (trx) => takeDisk(trx, stores, node),
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
    await settleStores({ ...storage, db, operator, node, others, open: storage.openLocation, warn });
    return storage;
  });
