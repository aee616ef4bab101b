import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { diskSpaceOf, keepSpaceFree } from '#adapters/disk/blob-free-space.ts';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import type { DiskReads } from '#lib/disk-reads.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createStorageTrial } from '#adapters/s3/s3-trial.ts';
import { ConfigError } from '#config/load.ts';
import type { SettingsInput } from '#features/settings/index.ts';
import { expectFreeStore, type StoreLocation, storageSentence } from '#features/storage/index.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import { systemClock } from '#ports/clock.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage, TryObjectStorage } from '#ports/object-storage.ts';

export interface StoreOpenerOptions {
  /** A thread that reads from the disk; commands have none. */
  readonly reads?: DiskReads | undefined;
  readonly dataDir: string;
  readonly allowedPrivateHosts: readonly string[];
}

/** Opens the stores in locations, each of them once. */
export const createStoreOpener = ({ dataDir, allowedPrivateHosts, reads }: StoreOpenerOptions) => {
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
export const tryOperators = async (operator: ObjectStorage, tryBucket: TryObjectStorage): Promise<void> => {
  const trial = await tryBucket(operator);
  if (!trial.works)
    throw new ConfigError(
      `The object storage of HOLDALL_S3_BUCKET cannot be used. ${storageSentence(trial)}`,
    );
};

export interface NewStoreOptions extends StoreOpenerOptions {
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
