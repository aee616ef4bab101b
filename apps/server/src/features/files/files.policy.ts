import type { ItemRow } from '#db/tables/files.ts';
import type { Actor, GuestActor } from '#http/actor.ts';

/**
 * What an actor wants with an item: look at it (the owner also in the trash), take its bytes, put
 * something into it, change it, give a link to it, send it to the trash; look at it in the trash, bring it back from there,
 * or delete it for good wherever it is.
 */
export type FileAction =
  | 'view'
  | 'download'
  | 'add'
  | 'rename'
  | 'move'
  | 'share'
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
  'share',
  'remove',
  'purge',
]);

/** Whether an action is for items that are in the trash, or for those that are not. */
export const isFor = (action: FileAction, trashed: boolean): boolean =>
  (trashed ? actionsInTrash : actionsOutsideTrash).has(action);

/** Whose items the actor has to do with. */
const ownerFor = (actor: Exclude<Actor, { kind: 'system' }>): string =>
  actor.kind === 'user' ? actor.id : actor.ownerId;

/** Whether an item is what a guest's link leads to, or one of several such items. */
export const isShared = (
  { collection, rootId }: Pick<GuestActor, 'collection' | 'rootId'>,
  id: string,
): boolean => (collection === undefined ? id === rootId : collection.members.has(id));

/**
 * Whether the actor may know that an item exists. Where not, it answers like one that does not.
 *
 * @param path the ids of the item and of all folders above it
 */
export const maySee = (actor: Actor, item: Pick<ItemRow, 'owner_id'>, path: Iterable<string>): boolean => {
  if (actor.kind === 'system') return true;
  if (item.owner_id !== ownerFor(actor)) return false;
  if (actor.kind === 'user') return true;
  for (const id of path) if (isShared(actor, id)) return true;
  return false;
};

const guestActions: Readonly<Record<GuestActor['rights'], ReadonlySet<FileAction>>> = {
  visitor: new Set(['view', 'download']),
  editor: new Set(['view', 'download', 'add', 'rename', 'move', 'remove']),
  sender: new Set(['add']),
};
/** What guests may do with the shared item itself, if at all. */
const rootActions: ReadonlySet<FileAction> = new Set(['view', 'download', 'add']);

/**
 * What stands in the way of an action that is not for this actor, wherever the item is.
 *
 * @param id the item that it is for, where it is one
 */
export const refusalOf = (
  actor: Actor,
  action: FileAction,
  id?: string,
): 'share.forbidden' | 'share.root' | undefined => {
  if (actor.kind !== 'guest') return undefined;
  if (!guestActions[actor.rights].has(action)) return 'share.forbidden';
  return id === actor.rootId && !rootActions.has(action) ? 'share.root' : undefined;
};

/** Whether the actor may put something in, and see nothing of what is there. */
export const isSender = (actor: Actor): boolean => actor.kind === 'guest' && actor.rights === 'sender';

/** The restriction that an administrator has put on the actor, or on whose guest they are, and that stands in the way, if any. */
export const restrictionOn = (
  actor: Actor,
  right: 'download' | 'upload' | 'create_folder',
): 'download.disabled' | 'upload.disabled' | 'folder.disabled' | undefined => {
  if (actor.kind === 'system') return undefined;
  if (right === 'download') return actor.canDownload ? undefined : 'download.disabled';
  if (right === 'upload') return actor.canUpload ? undefined : 'upload.disabled';
  return actor.canCreateFolder ? undefined : 'folder.disabled';
};
