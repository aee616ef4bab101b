export { registerDownloadsRoutes } from './downloads.routes.ts';
export { createDownloadsService, type DownloadsService, type FileBytes } from './downloads.service.ts';
export { createZipService, type ZipService } from './zip.service.ts';
