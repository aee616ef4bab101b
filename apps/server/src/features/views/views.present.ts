import type { Browse, Item } from '@holdall/contract/files';
import { latestLimit, treeLimit } from '@holdall/contract/views';
import type { ItemRow } from '#db/tables/files.ts';
import { type ItemView, type Listing, presentItem, presentListing } from '#features/files/index.ts';
import type { TrashContents, TrashEntry, TrashPage, TreeLevel, TreeNode } from './views.types.ts';

const presentEntry = ({ item, from }: TrashEntry): Item => {
  // What is in the trash has no link that leads there.
  const { data } = presentItem(item, {});
  const trashedFrom = { data: from === null ? null : { id: from.id, name: from.name } };
  return { data: { ...data, relationships: { ...data.relationships, trashed_from: trashedFrom } } };
};

const isPage = (listing: TrashPage | Listing): listing is TrashPage => 'counts' in listing;

export const presentTrash = (listing: TrashPage | Listing): Browse & { trash?: TrashContents } => {
  if (!isPage(listing)) return presentListing(listing, {});
  const { folders, files, counts, offset, limit, position, contents } = listing;
  return {
    folders: { data: folders.map(presentEntry) },
    files: { data: files.map(presentEntry) },
    root: null,
    meta: {
      total: counts.folders + counts.files,
      offset,
      limit,
      folders: counts.folders,
      files: counts.files,
      size: counts.size,
      ancestors: [],
      trashed: true,
      ...(position === undefined ? {} : { position }),
    },
    ...(contents === undefined ? {} : { trash: { items: contents.items, size: contents.size } }),
  };
};

const presentFiles = (
  files: readonly ItemRow[],
  { offset, limit, view }: { offset: number; limit: number; view: ItemView },
): Browse => ({
  folders: { data: [] },
  files: { data: files.map((file) => presentItem(file, view)) },
  root: null,
  meta: {
    total: files.length,
    offset,
    limit,
    folders: 0,
    files: files.length,
    size: files.reduce((sum, file) => sum + file.size, 0),
    ancestors: [],
  },
});

export const presentLatest = (files: readonly ItemRow[], view: ItemView): Browse =>
  presentFiles(files, { offset: 0, limit: latestLimit, view });

const presentNode = ({ id, name, emoji, color, items, folders_count }: TreeNode) => ({
  id,
  name,
  emoji,
  color,
  items,
  folders_count,
});

export const presentTree = ({ nodes, total, offset }: TreeLevel) => ({
  data: nodes.map((node) => ({
    ...presentNode(node),
    folders: node.folders.map((folder) => ({ ...presentNode(folder), folders: [] })),
  })),
  meta: { total, offset, limit: treeLimit },
});
