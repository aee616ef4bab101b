export { registerDownloadsRoutes } from './downloads.routes.ts';
export { createDownloadsService, type DownloadsService } from './downloads.service.ts';
