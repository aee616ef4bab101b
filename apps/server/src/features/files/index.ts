export type { FileAction } from './files.policy.ts';
export { presentItem } from './files.present.ts';
export { registerFilesRoutes } from './files.routes.ts';
export { createFilesService, type FilesService, splitPath } from './files.service.ts';
export { createFileTargets, type FileTarget, type FileTargets, type NewFile } from './targets.service.ts';
