import type { ItemRow } from '#db/tables/files.ts';
import type { Actor } from '#http/actor.ts';

/**
 * What an actor wants with an item: look at it (the owner also in the trash), take its bytes, put
 * something into it, change it, send it to the trash; look at it in the trash, bring it back from there,
 * or delete it for good wherever it is.
 */
export type FileAction =
  | 'view'
  | 'download'
  | 'add'
  | 'rename'
  | 'move'
  | 'remove'
  | 'view_trashed'
  | 'restore'
  | 'purge';

const actionsInTrash: ReadonlySet<FileAction> = new Set(['view', 'view_trashed', 'restore', 'purge']);
const actionsOutsideTrash: ReadonlySet<FileAction> = new Set([
  'view',
  'download',
  'add',
  'rename',
  'move',
  'remove',
  'purge',
]);

/** Whether an action is for items that are in the trash, or for those that are not. */
export const isFor = (action: FileAction, trashed: boolean): boolean =>
  (trashed ? actionsInTrash : actionsOutsideTrash).has(action);

/** Whether the actor may know that the item exists. Where not, it answers like one that does not. */
export const maySee = (actor: Actor, item: Pick<ItemRow, 'owner_id'>): boolean =>
  actor.kind === 'system' || item.owner_id === actor.id;

/** The restriction that an administrator has put on the actor and that stands in the way, if any. */
export const restrictionOn = (
  actor: Actor,
  wish: 'download' | 'upload' | 'create_folder',
): 'download.disabled' | 'upload.disabled' | 'folder.disabled' | undefined => {
  if (actor.kind !== 'user') return undefined;
  if (wish === 'download') return actor.canDownload ? undefined : 'download.disabled';
  if (wish === 'upload') return actor.canUpload ? undefined : 'upload.disabled';
  return actor.canCreateFolder ? undefined : 'folder.disabled';
};
