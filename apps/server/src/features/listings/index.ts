export { registerListingsRoutes } from './listings.routes.ts';
export { createListingsService, type ListingsService } from './listings.service.ts';
