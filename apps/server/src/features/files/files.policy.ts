import type { ItemRow } from '#db/tables/files.ts';
import type { Actor } from '#http/actor.ts';

/** What an actor wants with an item: look at it, take its bytes, or put something into it. */
export type FileAction = 'view' | 'download' | 'add';

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
