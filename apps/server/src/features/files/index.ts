export type { FileAction } from './files.policy.ts';
export { presentItem } from './files.present.ts';
export { numberedName } from './files.rules.ts';
export { registerFilesRoutes } from './files.routes.ts';
export { createFilesService, type FilesService } from './files.service.ts';
export { type LocatedItem, locateItem } from './item-gate.service.ts';
export { type ResolvedItem, resolveItems, type Selection, type SelectionWish } from './selection.service.ts';
export { createFileTargets, type FileTarget, type FileTargets } from './targets.service.ts';
export { findBlobs, type WalkedFolder, walkFolders } from './walk.service.ts';
