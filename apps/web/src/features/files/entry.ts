import type { Browse, Item } from '@holdall/contract/files';

/** A folder or file of a listing. */
export type Entry = Item['data'];

export const isFolder = (entry: Entry): boolean => entry.type === 'folder';

/** One page of a listing: its entries in order, folders first. */
export interface Page {
  readonly entries: readonly Entry[];
  readonly root: Entry | null;
  readonly meta: Browse['meta'];
  /** At the top of the trash: the contents that emptying it deletes, those of folders included. */
  readonly trash?: { readonly items: number; readonly size: number };
  /** In a search: results in the trash if it shows the others, and the reverse. */
  readonly elsewhere?: number;
  /** In the latest uploads: true if older ones exist; in a search: true if there may be more results. */
  readonly more?: boolean;
}

/** Returns a page as the server answers it; only the trash has `trash`. */
export const pageOf = (
  browse: Browse & { readonly trash?: Page['trash'] | undefined; readonly more?: boolean | undefined },
): Page => ({
  entries: [...browse.folders.data, ...browse.files.data].map(({ data }) => data),
  root: browse.root?.data ?? null,
  meta: browse.meta,
  ...(browse.trash && { trash: browse.trash }),
  ...(browse.more === true && { more: true }),
});
