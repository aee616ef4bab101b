export { registerPicturesRoutes } from './pictures.routes.ts';
export { createPicturesService } from './pictures.service.ts';
export type { PicturesService } from './pictures.types.ts';
