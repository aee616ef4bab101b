export type { Hold } from './reservations.service.ts';
export { registerUsageRoutes } from './usage.routes.ts';
export { createUsageService, type UsageService } from './usage.service.ts';
export type { Account } from './usage.types.ts';
