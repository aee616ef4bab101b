export { registerVersionsRoutes } from './versions.routes.ts';
export { createVersionsService, type VersionsService } from './versions.service.ts';
