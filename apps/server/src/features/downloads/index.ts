export { registerDownloadsRoutes } from './downloads.routes.ts';
export { createDownloadsService, type DownloadsService } from './downloads.service.ts';
export { createZipService, type ZipService } from './zip.service.ts';
