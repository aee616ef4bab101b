import { type SettingsInput, settingsSchema } from '#features/settings/index.ts';
import type { AppError } from '#lib/app-error.ts';
import type { ObjectStorage, TryObjectStorage } from '#ports/object-storage.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { expectEmptyStore, identifyOwner, isEmpty } from './owner-marker.service.ts';
import { bucketTaken, storageFault } from './storage.errors.ts';
import { bucketOf } from './storage-settings.service.ts';
import type { StoreLocation } from './storage.types.ts';

interface NewStoreOptions {
  /** The bucket that the operator's configuration names. */
  readonly operator: ObjectStorage | undefined;
  readonly open: (location: StoreLocation) => Promise<OwnedBlobStore>;
  /** Removes the owner marker from the disk. */
  readonly removeDiskMarker: () => Promise<void>;
}

/** Returns where a new installation keeps its files. */
const locationOf = (operator: ObjectStorage | undefined, chosen: SettingsInput): StoreLocation => {
  if (operator !== undefined) return { kind: 's3', bucket: operator };
  const settings = settingsSchema.parse(chosen);
  const { storage_driver: driver, s3_secret_key: secretKey } = settings;
  if (driver === 'disk') return { kind: 'disk' };
  return { kind: 's3', bucket: bucketOf({ ...settings, storage_driver: driver }, secretKey) };
};

/**
 * Refuses a store with files for a new installation, which would not own them.
 *
 * @throws storage.taken, BlobStoreError
 */
export const expectFreeStore = async (options: NewStoreOptions, chosen: SettingsInput): Promise<void> => {
  const location = locationOf(options.operator, chosen);
  const store = await options.open(location);
  // A trial installation whose database was deleted: this server's disk has no other user.
  if (location.kind === 'disk' && (await isEmpty(store))) await options.removeDiskMarker();
  await expectEmptyStore(store);
};

interface NewBucketDeps {
  readonly tryObjectStorage: TryObjectStorage;
  readonly open: (bucket: ObjectStorage) => OwnedBlobStore & { close(): void };
}

/** Tries a bucket for a new installation. @returns the fault, by the fields of its form; undefined if it works */
export const tryNewBucket = async (
  { tryObjectStorage, open }: NewBucketDeps,
  bucket: ObjectStorage,
): Promise<AppError | undefined> => {
  const fault = storageFault(await tryObjectStorage(bucket));
  if (fault !== undefined) return fault;
  const store = open(bucket);
  try {
    return (await identifyOwner(store, undefined)) === 'empty' ? undefined : bucketTaken();
  } finally {
    store.close();
  }
};
