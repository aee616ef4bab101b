import { paths } from '#shared/paths/paths.ts';
import type { ItemResult } from './results.ts';

/** Returns the page that opens an item: a folder's own, or a file's folder. Items in the trash open there. */
export const openPathOf = ({ item, trashed, deletedAt }: ItemResult): string => {
  const { id, type, attributes } = item;
  const isFolder = type === 'folder';
  if (!trashed) return isFolder ? paths.files(id) : paths.files(attributes.parent_id, { preview: id });
  if (isFolder) return paths.trash(id);
  // An item that was deleted with its folder lies in that; one that was deleted itself lies at the top.
  return paths.trash(deletedAt === null ? attributes.parent_id : null, { preview: id });
};

/** Returns the page that lists an item, selected. */
export const showPathOf = ({ item, trashed, deletedAt }: ItemResult): string => {
  const { id, attributes } = item;
  if (!trashed) return paths.files(attributes.parent_id, { select: id });
  return paths.trash(deletedAt === null ? attributes.parent_id : null, { select: id });
};
