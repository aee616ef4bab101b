import { type SettingsInput, settingsSchema } from '#features/settings/index.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { expectEmptyStore, isEmpty } from './owner-marker.service.ts';
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
