export type { EvictionDeps } from './quota-eviction.ts';
export type { QuotaReservation } from './quota-reservations.ts';
export { isStorageExceeded } from './usage.errors.ts';
export { presentStorage } from './usage.present.ts';
export { registerUsageRoutes } from './usage.routes.ts';
export { createUsageService, type UsageService } from './usage.service.ts';
export type { StorageReport } from './usage.types.ts';
export { createUsageOverview, type UsageOverview } from './overview.service.ts';
export {
  type AnnouncedLength,
  bytesByCategory,
  capacityOf,
  percentagesOf,
  type ReservationKind,
} from './usage.rules.ts';
