export { diskTroubleOf, failureFromOutside, translateError } from './failures.ts';
export { createChooseStore, type ChooseStore } from './choose-store.ts';
export {
  migrateBlobs,
  type MigrateBlobsDeps,
  type MigrateBlobsOptions,
  type MigrateBlobsReport,
  MigrationError,
  migrateSmallContents,
  type MigrationFault,
} from './migrate-blobs.task.ts';
export {
  asOnlyMigration,
  type DamagedBlob,
  type MigrationProgress,
  type MigrationResult,
} from './migration.task.ts';
export {
  answers,
  createOwnership,
  type Ownership,
  holdsAny,
  renameInstallation,
  identifyOwner,
} from './owner-marker.service.ts';
export { createDatabaseStore, smallContentLimit } from './database-store.ts';
export { inOpenStore } from './in-open-store.ts';
export { StoreUnavailableError, storageSentence } from './storage.errors.ts';
export { expectFreeStore, tryNewBucket } from './new-store.ts';
export { settleStores, takeDisk } from './settle-stores.ts';
export { registerStorageRoutes } from './storage.routes.ts';
export { describeLocation, refusedLocation, storedIn, takenLocation } from './storage.rules.ts';
export {
  bucketOf,
  createStorageSettings,
  decidedBy,
  type StorageSettings,
} from './storage-settings.service.ts';
export type { OpenedStore, StoreLocation, Stores } from './storage.types.ts';
export { createStoreOwnership, type StoreOwnership } from './store-ownership.ts';
export { openStores, restoreStores, moveRow } from './stores.service.ts';
export { createStoresMaintenance, emptyTrashWhile } from './stores-maintenance.ts';
export { trashBlobs } from './trash-blobs.ts';
export { type StoresWatch, watchStores } from './watch-stores.ts';
