export { registerSetupRoutes } from './setup.routes.ts';
export { createSetupService, type Installation, type SetupService } from './setup.service.ts';
