export { registerUploadsRoutes } from './uploads.routes.ts';
export { createIdleUploadLock } from './idle-upload-lock.ts';
export { createUploadsService, type UploadsService } from './uploads.service.ts';
export { areRowsMissing } from './uploads.rules.ts';
