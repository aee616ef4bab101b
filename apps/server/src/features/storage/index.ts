export { createGoneStore } from './gone-store.service.ts';
export { createKeeping, type KeepBlob } from './keeping.service.ts';
export {
  asOnlyMover,
  createMover,
  type DamagedBlob,
  type MoveProgress,
  OneStoreError,
} from './mover.service.ts';
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

export { createStoreHeartbeats } from './store-heartbeats.service.ts';
export { expectOnDisk } from './own-disk.service.ts';
export { createStorageRecords, type StorageRecords } from './record.service.ts';
export { createSettling } from './settling.service.ts';
export {
  bucketTaken,
  otherDisk,
  storageFault,
  StorageRecordError,
  storageSentence,
} from './storage.errors.ts';
export { registerStorageRoutes } from './storage.routes.ts';
export {
  describePlace,
  isSamePlace,
  lostPlace,
  notOwn,
  refusedPlace,
  sharedPlace,
  takenPlace,
} from './storage.rules.ts';
export {
  bucketOf,
  createStorageSettings,
  decidedBy,
  type StorageSettings,
} from './storage-settings.service.ts';
export type {
  MovingStores,
  StorageMove,
  StoragePlace,
  StorageRecord,
  StorageSwitch,
  LockIdleUpload,
} from './storage.types.ts';
