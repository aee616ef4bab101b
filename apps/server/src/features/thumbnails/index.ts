export { registerThumbnailsRoutes } from './thumbnails.routes.ts';
export { createThumbnailsService } from './thumbnails.service.ts';
export type { ThumbnailsService } from './thumbnails.types.ts';
