export { registerTrashRoutes } from './trash.routes.ts';
export { createTrashService, type TrashService } from './trash.service.ts';
