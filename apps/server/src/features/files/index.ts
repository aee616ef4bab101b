export { presentItem } from './files.present.ts';
export { registerFilesRoutes } from './files.routes.ts';
export { createFilesService, type FilesService } from './files.service.ts';
export { createFileTargets, type FileTarget, type FileTargets } from './targets.service.ts';
