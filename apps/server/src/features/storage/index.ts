export { createChooseStore, type ChooseStore } from './choose-store.ts';
export { asOnlyMigration } from './migration-lock.repo.ts';
export {
  type DamagedBlob,
  type MigrationProgress,
  type MigrationResult,
  migrateRows,
} from './migration.task.ts';
export {
  answers,
  createOwnership,
  type Ownership,
  holdsAny,
  isEmpty,
  isOneStore,
  listSomeKeys,
  type Owner,
  renameInstallation,
  identifyOwner,
} from './owner-marker.service.ts';
export { restoreStores } from './restore-stores.ts';
export {
  bucketTaken,
  otherDisk,
  storageFault,
  StoreUnavailableError,
  storageSentence,
} from './storage.errors.ts';
export { registerStorageRoutes } from './storage.routes.ts';
export { describePlace, isSamePlace, lostPlace, notOwn, refusedPlace, takenPlace } from './storage.rules.ts';
export {
  bucketOf,
  createStorageSettings,
  decidedBy,
  type StorageSettings,
} from './storage-settings.service.ts';
export type { ActiveStore, OpenedStore, StoragePlace, Stores } from './storage.types.ts';
export { createStoreOwnership, type StoreOwnership } from './store-ownership.ts';
export {
  countUploadsIn,
  forgetUploadsIn,
  hasBytes,
  hasRowsIn,
  isRetired,
  retireStore,
  updateStore,
} from './stores.repo.ts';
export { openStores } from './stores.service.ts';
export { createStoresUpkeep, emptyTrash, type StoresUpkeep } from './stores-upkeep.ts';
