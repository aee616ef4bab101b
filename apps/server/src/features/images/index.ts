export { registerImagesRoutes } from './images.routes.ts';
export { createImagesService } from './images.service.ts';
export type { ImagesService, SentBytes } from './images.types.ts';
export { createImageCheck } from './image-check.service.ts';
