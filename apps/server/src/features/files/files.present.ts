import type { Ancestor, Browse, Item, ThumbnailSize } from '@holdall/contract/files';
import type { ItemRow } from '#db/tables/files.ts';
import { contentVersion } from './files.rules.ts';
import { isoTime } from '#lib/iso-time.ts';
import type { ItemDetails, ItemView, ListedItem, Listing } from './files.types.ts';

/** Returns the end of an address: guests' addresses end in the token. */
const endOf = (link: ItemView['link']): string => (link === undefined ? '' : `/${link.token}`);

const contentAddressOf = ({ id, blob_id: blobId }: ListedItem, link: ItemView['link']): string | null =>
  blobId === null ? null : `/api/files/${id}/content${endOf(link)}?v=${contentVersion(blobId)}`;

const addressesOf = ({ id, blob_id: blobId, preview_state: state }: ListedItem, link: ItemView['link']) => {
  if (state !== 'ready' || blobId === null) return null;
  const address = (size: ThumbnailSize): string =>
    `/api/thumbnails/${id}/${size}${endOf(link)}?v=${contentVersion(blobId)}`;
  // The large thumbnail counts as a download of a link with a limit, so no page may load it by itself.
  const isCounted = typeof link?.downloadLimit === 'number';
  return { xs: address('xs'), sm: address('sm'), md: address('md'), lg: address(isCounted ? 'md' : 'lg') };
};

/** Returns the folder of an item, as far as the viewer may know it. */
const parentOf = ({ id, parent_id: parentId }: ListedItem, link: ItemView['link']): string | null => {
  if (id === link?.rootId) return null;
  return link?.collection?.members.has(id) === true ? link.rootId : parentId;
};

/**
 * Returns an item in wire format. Every item has the same fields in the same order, undefined ones included,
 * because a listing creates a thousand of them.
 *
 * @param details sent in details only: listings would grow by a seventh
 */
export const presentItem = (
  row: ListedItem,
  { link, shares }: ItemView,
  details?: Pick<Item['data']['attributes'], 'number' | 'sha256' | 'tree_rev'>,
): Item => {
  const isFolder = row.type === 'folder';
  const hasExtent = row.preview_width !== null && row.preview_height !== null;
  return {
    data: {
      id: row.id,
      type: row.type,
      attributes: {
        number: details?.number,
        name: row.name,
        color: row.color,
        emoji: row.emoji,
        items: isFolder ? row.items_count : undefined,
        parent_id: parentOf(row, link),
        size: isFolder ? null : row.size,
        mimetype: row.mimetype,
        category: row.category,
        file_url: isFolder ? null : contentAddressOf(row, link),
        thumbnail: addressesOf(row, link),
        width: hasExtent ? (row.preview_width ?? undefined) : undefined,
        height: hasExtent ? (row.preview_height ?? undefined) : undefined,
        sha256: details?.sha256,
        tree_rev: details?.tree_rev,
        damaged_at: row.damaged_at === null ? undefined : isoTime(row.damaged_at),
        created_at: isoTime(row.created_at),
        modified_at: isoTime(row.modified_at),
        deleted_at: row.deleted_at === null ? null : isoTime(row.deleted_at),
      },
      relationships: { shared: shares?.get(row.id) ?? null },
    },
  };
};

/** Returns a sent item to its sender, who sees nothing else of the folder, under the sender's name. */
export const presentSent = (row: ItemRow, name: string): Item => {
  const { data } = presentItem(row, {});
  const attributes = {
    ...data.attributes,
    name,
    parent_id: null,
    file_url: null,
    thumbnail: null,
    damaged_at: undefined,
  };
  return { data: { ...data, attributes } };
};

/** The revision of a folder that nothing was put into yet. */
const unchanged = '0';

export const presentDetails = (
  { item, ancestors, trashed, blob, isFolded }: ItemDetails,
  view: ItemView,
): { data: Item['data']; meta: { ancestors: Ancestor[]; trashed: boolean } } => ({
  ...presentItem(item, view, {
    // Numbers tell how many items an installation has had, which is nothing for guests.
    number: view.link === undefined ? item.number : undefined,
    sha256: blob?.sha256,
    tree_rev: isFolded && item.type === 'folder' ? (item.tree_rev ?? unchanged) : undefined,
  }),
  meta: { ancestors, trashed },
});

export const presentListing = (listing: Listing, view: ItemView): Browse => ({
  folders: { data: listing.folders.map((row) => presentItem(row, view)) },
  files: { data: listing.files.map((row) => presentItem(row, view)) },
  root: listing.root === undefined ? null : presentItem(listing.root, view),
  meta: {
    total: listing.totals.folders + listing.totals.files,
    offset: listing.offset,
    limit: listing.limit,
    folders: listing.totals.folders,
    files: listing.totals.files,
    size: listing.totals.size,
    ancestors: listing.ancestors,
    ...(listing.trashed ? { trashed: true } : {}),
    ...(listing.position === undefined ? {} : { position: listing.position }),
  },
});
