import type { ItemRow } from '#db/tables/files.ts';
import type { Actor, GuestActor } from '#lib/actor.ts';

/**
 * An action on an item. `overwrite` changes a file's content, `view` is allowed to owners in the trash too, `view_trashed` and `restore` only
 * there, and `purge` deletes permanently wherever the item is.
 */
export type FileAction =
  | 'view'
  | 'download'
  | 'add'
  | 'rename'
  | 'overwrite'
  | 'move'
  | 'copy'
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
  'overwrite',
  'move',
  'copy',
  'share',
  'remove',
  'purge',
]);

/** Tells whether an action applies to items in the trash, or to live ones. */
export const isFor = (action: FileAction, trashed: boolean): boolean =>
  (trashed ? actionsInTrash : actionsOutsideTrash).has(action);

/** Returns the owner of the items that the actor may act on. */
const ownerFor = (actor: Exclude<Actor, { kind: 'system' }>): string =>
  actor.kind === 'user' ? actor.id : actor.ownerId;

/** Tells whether an item is the target of a guest's link, or one of its targets. */
export const isShared = (
  { collection, rootId }: Pick<GuestActor, 'collection' | 'rootId'>,
  id: string,
): boolean => (collection === undefined ? id === rootId : collection.members.has(id));

/**
 * Tells whether the actor may know that an item exists. If not, the answer equals that for an unknown item.
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
  editor: new Set(['view', 'download', 'add', 'rename', 'overwrite', 'move', 'copy', 'remove']),
  sender: new Set(['add']),
};
/** Actions that guests may perform on the shared item itself. */
const rootActions: ReadonlySet<FileAction> = new Set(['view', 'download', 'add', 'overwrite']);

/**
 * Returns the error of an action that the actor may not perform, wherever the item is.
 *
 * @param id the item, if there is one
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

/** Tells whether the actor may only add items, without seeing any. */
export const isSender = (actor: Actor): boolean => actor.kind === 'guest' && actor.rights === 'sender';

/**
 * Returns the error of a restriction that an administrator has put on the actor, or on the owner of the
 * guest's link.
 */
export const restrictionOn = (
  actor: Actor,
  right: 'download' | 'upload' | 'create_folder',
): 'download.disabled' | 'upload.disabled' | 'folder.disabled' | undefined => {
  if (actor.kind === 'system') return undefined;
  if (right === 'download') return actor.canDownload ? undefined : 'download.disabled';
  if (right === 'upload') return actor.canUpload ? undefined : 'upload.disabled';
  return actor.canCreateFolder ? undefined : 'folder.disabled';
};
