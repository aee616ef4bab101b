import type { Ancestor } from '@holdall/contract/files';
import type { ItemRow } from '#db/tables/files.ts';
import type { Actor, Collection, GuestActor } from '#lib/actor.ts';
import type { Totals } from './files.types.ts';

/** A guest whose link leads to several items. */
export type CollectionGuest = GuestActor & { readonly collection: Collection };

/** Tells whether a folder is that of a collection, which has no row. @param ref an id, or `root` */
export const isCollection = (actor: Actor, ref: string | null): actor is CollectionGuest =>
  actor.kind === 'guest' && actor.collection !== undefined && (ref === 'root' || ref === actor.rootId);

/** Returns the numbers of folders and files in a collection, and the bytes of those files. */
export const totalsOfCollection = ({ members }: Collection): Totals => {
  const all = [...members.values()];
  const folders = all.filter(({ type }) => type === 'folder').length;
  return { folders, files: all.length - folders, size: all.reduce((sum, { size }) => sum + size, 0) };
};

/**
 * Returns the folder in which guests see the items of a collection. It exists for them alone and has no row
 * in the database.
 */
export const collectionRow = ({ rootId, ownerId, collection }: CollectionGuest): ItemRow => {
  const { folders, files, size } = totalsOfCollection(collection);
  return {
    id: rootId,
    number: 0,
    owner_id: ownerId,
    parent_id: null,
    container_id: rootId,
    type: 'folder',
    name: collection.name,
    sort_key: '',
    search_key: '',
    color: null,
    emoji: null,
    blob_id: null,
    size: 0,
    mimetype: null,
    category: null,
    items_count: folders + files,
    files_count: files,
    files_size: size,
    created_at: collection.createdAt,
    modified_at: collection.createdAt,
    deleted_at: null,
    trashed_by: null,
    purged_at: null,
    preview_state: null,
    preview_width: null,
    damaged_at: null,
    preview_height: null,
    tree_rev: null,
  };
};

/** Returns the folder of a collection as an ancestor of its items. */
export const collectionAncestor = (
  { rootId }: Pick<GuestActor, 'rootId'>,
  { name }: Collection,
): Ancestor => ({ id: rootId, name, emoji: null, color: null });
