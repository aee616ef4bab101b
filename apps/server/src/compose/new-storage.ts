import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createStoreOpener, type StoreOpenerOptions, tryOperators } from '#compose/store-opener.ts';
import { type SettingsInput, settingsSchema } from '#features/settings/index.ts';
import { bucketOf, expectEmptyStore, isEmpty } from '#features/storage/index.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';

export interface NewStoreOptions extends StoreOpenerOptions {
  /** The bucket that the operator's configuration names. */
  readonly operator: ObjectStorage | undefined;
}

/**
 * Refuses a store with files for a new installation, which would not own them.
 *
 * @throws storage.taken; ConfigError where the operator's bucket cannot be used; BlobStoreError
 */
export const expectEmptyStorage = async (options: NewStoreOptions, chosen: SettingsInput): Promise<void> => {
  const settings = settingsSchema.parse(chosen);
  const { storage_driver: driver, s3_secret_key: secretKey } = settings;
  const isOnDisk = driver === 'disk' && options.operator === undefined;
  const store =
    driver === 's3' && options.operator === undefined
      ? await createStoreOpener(options).open({
          kind: 's3',
          bucket: bucketOf({ ...settings, storage_driver: driver }, secretKey),
        })
      : await openEmptyStorage(options);
  // A trial installation whose database was deleted: this server's disk has no other user.
  if (isOnDisk && (await isEmpty(store)))
    await rm(join(options.dataDir, 'blobs', ownerMarkerName), { force: true });
  await expectEmptyStore(store);
};

/** Opens the store for the files of a new installation. @throws ConfigError */
export const openEmptyStorage = async ({
  dataDir,
  operator,
  allowedPrivateHosts,
}: NewStoreOptions): Promise<OwnedBlobStore> => {
  const opener = createStoreOpener({ dataDir, allowedPrivateHosts });
  if (operator === undefined) return opener.openDisk();
  await tryOperators(operator, opener.tryObjectStorage);
  return opener.open({ kind: 's3', bucket: operator });
};
