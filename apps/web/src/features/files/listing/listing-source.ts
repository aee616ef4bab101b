import type { SortDirection, TrashSortField } from '@holdall/contract/page';
import { paths } from '#shared/paths/paths.ts';

/** The source of a listing. Ids are folders; null is the top of the account, or of the trash. */
export type ListingSource =
  | { readonly kind: 'folder'; readonly id: string | null }
  | { readonly kind: 'trash'; readonly id: string | null }
  | { readonly kind: 'latest' }
  | { readonly kind: 'shared' }
  /** The search that an address describes. */
  | { readonly kind: 'search'; readonly asked: string };

export const folderSource = (id: string | null): ListingSource => ({ kind: 'folder', id });
export const trashSource = (id: string | null): ListingSource => ({ kind: 'trash', id });
export const latestSource: ListingSource = { kind: 'latest' };
export const sharedSource: ListingSource = { kind: 'shared' };

/** Returns the folder of a listing; null at a top, and for listings that are no folder. */
export const folderOf = (source: ListingSource): string | null => ('id' in source ? source.id : null);

/**
 * Reports whether the source is the top of the trash. Items in its folders were not deleted themselves and are listed
 * as usual.
 */
export const isTrashTop = (source: ListingSource): boolean => source.kind === 'trash' && source.id === null;

/** Returns the folder that new items go into; undefined where no items can be added. */
export const targetOf = (source: ListingSource): string | null | undefined =>
  source.kind === 'folder' ? source.id : undefined;

/**
 * Reports whether the source is one folder, such as the top of the account, rather than a collection from many folders.
 */
export const isFolderSource = (source: ListingSource): boolean =>
  source.kind === 'folder' || folderOf(source) !== null;

/** Returns a name that is unique among the listings of one kind. */
export const nameInKind = (source: ListingSource): string =>
  source.kind === 'search' ? source.asked : (folderOf(source) ?? 'root');

/** Returns a unique name of a listing. */
export const sourceName = (source: ListingSource): string => `${source.kind} ${nameInKind(source)}`;

/** The sorting in an address. */
export type ListingSearch = Readonly<{ sort?: TrashSortField; dir?: SortDirection }>;

/** Returns the address of a listing. */
export const pathOf = (source: ListingSource, search: ListingSearch = {}): string => {
  switch (source.kind) {
    case 'folder':
      return paths.files(source.id, search);
    case 'trash':
      return paths.trash(source.id, search);
    case 'latest':
      return paths.latest();
    case 'shared':
      return paths.shared(search);
    case 'search':
      return paths.search(source.asked);
  }
};

/**
 * Returns the source that a folder of a listing leads to: folders of the trash stay in the trash (specification section
 * 2).
 */
export const withinSource = (source: ListingSource, folderId: string): ListingSource =>
  source.kind === 'trash' ? trashSource(folderId) : folderSource(folderId);
