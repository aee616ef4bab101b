export { registerPicturesRoutes } from './images.routes.ts';
export { createPicturesService } from './images.service.ts';
export type { PicturesService, SentBytes } from './images.types.ts';
export { createImageCheck } from './image-check.service.ts';
