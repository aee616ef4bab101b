export { registerPicturesRoutes } from './pictures.routes.ts';
export { createPicturesService } from './pictures.service.ts';
export type { PicturesService, SentBytes } from './pictures.types.ts';
export { createImageCheck } from './image-check.service.ts';
