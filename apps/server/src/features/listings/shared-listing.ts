import type { ListingQuery } from '@holdall/contract/page';
import type { Db } from '#db/database.ts';
import { listTrashed, type Listing } from '#features/files/index.ts';
import { listItemsById, listSharedItems, type SharedItem } from './shared-listing.repo.ts';

/** The most links that one listing reads. */
const maxShares = 20_000;

/**
 * Lists a page of an owner's items that have a link, folders first. Items in the trash are left out, because
 * their links are invalid there.
 */
export const listShared = async (
  db: Db,
  { ownerId, now, ...query }: ListingQuery & { readonly ownerId: string; readonly now: number },
): Promise<Listing> => {
  const { offset, limit, sort, direction } = query;
  const all = await listSharedItems(db, { ownerId, now, sort, direction, limit: maxShares });
  const parents = new Set(all.flatMap(({ parent_id: parent }) => parent ?? []));
  const trashed = await listTrashed(db, [...parents]);
  const shared = all.filter(({ parent_id: parent }) => parent === null || !trashed.has(parent));
  const isFolder = ({ type }: SharedItem): boolean => type === 'folder';
  const page = shared.slice(offset, offset + limit).map(({ id }) => id);
  const rows = new Map((await listItemsById(db, page)).map((row) => [row.id, row]));
  const items = page.flatMap((id) => rows.get(id) ?? []);
  const folders = shared.filter(isFolder).length;
  return {
    root: undefined,
    ancestors: [],
    trashed: false,
    folders: items.filter(isFolder),
    files: items.filter((item) => !isFolder(item)),
    totals: {
      folders,
      files: shared.length - folders,
      size: shared.reduce((sum, { size }) => sum + size, 0),
    },
    offset,
    limit,
  };
};
