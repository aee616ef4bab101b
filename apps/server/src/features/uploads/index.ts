export { registerUploadsRoutes } from './uploads.routes.ts';
export { createUploadsService, type UploadsService } from './uploads.service.ts';
export { areRowsMissing } from './uploads.rules.ts';
