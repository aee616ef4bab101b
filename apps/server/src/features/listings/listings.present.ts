import type { Browse, Item } from '@holdall/contract/files';
import { treeLimit } from '@holdall/contract/limits';
import { type ItemView, type Listing, presentItem, presentListing } from '#features/files/index.ts';
import type {
  LatestFiles,
  TrashContents,
  TrashEntry,
  TrashPage,
  TreeLevel,
  TreeNode,
} from './listings.types.ts';

const presentEntry = ({ item, from }: TrashEntry): Item => {
  // A trashed item has no valid link.
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

export const presentLatest = (
  { files, limit, more }: LatestFiles,
  view: ItemView,
): Browse & { more: boolean } => ({
  folders: { data: [] },
  files: {
    data: files.map(({ folder_name: name, ...file }) => {
      const { data } = presentItem(file, view);
      const { parent_id: id } = file;
      const location = { data: id === null || name === null ? null : { id, name } };
      return { data: { ...data, relationships: { ...data.relationships, location } } };
    }),
  },
  root: null,
  meta: {
    total: files.length,
    offset: 0,
    limit,
    folders: 0,
    files: files.length,
    size: files.reduce((sum, file) => sum + file.size, 0),
    ancestors: [],
  },
  more,
});

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
