import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { diskSpaceOf, keepSpaceFree } from '#adapters/disk/blob-free-space.ts';
import { lockRenamedFolder } from '#adapters/disk/folder-lock.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import { createStorageTrial } from '#adapters/s3/s3-trial.ts';
import { reasonOf } from '#config/data-dir.ts';
import { ConfigError } from '#config/load.ts';
import type { Db, Trx } from '#db/database.ts';
import {
  asOnlyMigration,
  type ChooseStore,
  createChooseStore,
  createOwnership,
  createStoreOwnership,
  expectFreeStore,
  openStores,
  type Ownership,
  type StoreLocation,
  type StoreOwnership,
  type Stores,
  StoreUnavailableError,
  storageSentence,
  type StoresWatch,
  watchStores,
  settleStores,
  takeDisk,
} from '#features/storage/index.ts';
import { createSettingsService, type SettingsInput } from '#features/settings/index.ts';
import type { DiskReads } from '#lib/disk-reads.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import { type Clock, systemClock } from '#ports/clock.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage, TryObjectStorage } from '#ports/object-storage.ts';
import type { Sealer } from '#ports/sealer.ts';

interface StoreOpenerOptions {
  /** A thread that reads from the disk; commands have none. */
  readonly reads?: DiskReads | undefined;
  readonly dataDir: string;
  readonly allowedPrivateHosts: readonly string[];
}

/** Opens the stores in locations, each of them once. */
const createStoreOpener = ({ dataDir, allowedPrivateHosts, reads }: StoreOpenerOptions) => {
  const outbound = createOutbound({ allowedPrivateHosts });
  let disk: OwnedBlobStore | undefined;
  const buckets = new Map<string, OwnedBlobStore>();
  const openDisk = async (): Promise<OwnedBlobStore> =>
    (disk ??= keepSpaceFree(await createDiskBlobStore(dataDir, reads), diskSpaceOf(dataDir)));
  const open = async (location: StoreLocation): Promise<OwnedBlobStore> => {
    if (location.kind === 'disk') return openDisk();
    const name = JSON.stringify(location.bucket);
    const known = buckets.get(name);
    if (known !== undefined) return known;
    const store = createS3BlobStore({ storage: location.bucket, outbound, clock: systemClock });
    buckets.set(name, store);
    return store;
  };
  return {
    openDisk,
    open,
    tryObjectStorage: createStorageTrial({ outbound, clock: systemClock }),
  };
};

/** @throws ConfigError where the operator's bucket cannot be used */
const tryOperators = async (operator: ObjectStorage, tryBucket: TryObjectStorage): Promise<void> => {
  const trial = await tryBucket(operator);
  if (!trial.works)
    throw new ConfigError(
      `The object storage of HOLDALL_S3_BUCKET cannot be used. ${storageSentence(trial)}`,
    );
};

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

interface NewStoreOptions extends StoreOpenerOptions {
  /** The bucket that the operator's configuration names. */
  readonly operator: ObjectStorage | undefined;
}

/** Opens stores for a new installation. @throws ConfigError where the operator's bucket cannot be used */
const createNewStoreOpener = async (options: NewStoreOptions) => {
  const opener = createStoreOpener(options);
  if (options.operator !== undefined) await tryOperators(options.operator, opener.tryObjectStorage);
  return opener;
};

/** Refuses a store with files for a new installation. @throws storage.taken, ConfigError, BlobStoreError */
export const expectEmptyStorage = async (options: NewStoreOptions, chosen: SettingsInput): Promise<void> => {
  const { operator, dataDir } = options;
  const { open } = await createNewStoreOpener(options);
  const removeDiskMarker = () => rm(join(dataDir, 'blobs', ownerMarkerName), { force: true });
  await expectFreeStore({ operator, open, removeDiskMarker }, chosen);
};

/** Opens the store for the files of a restored installation. @throws ConfigError */
export const openEmptyStorage = async (options: NewStoreOptions): Promise<OwnedBlobStore> => {
  const { operator } = options;
  const { open } = await createNewStoreOpener(options);
  return open(operator === undefined ? { kind: 'disk' } : { kind: 's3', bucket: operator });
};
