export { type BlobDependant } from './collector.service.ts';
export { type CategoryBytes, type ReleaseUsage } from './purge.service.ts';
export { registerTrashRoutes } from './trash.routes.ts';
export { createTrashService, type TrashService } from './trash.service.ts';
