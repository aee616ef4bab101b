import type { Browse, Item } from '@holdall/contract/files';

/** A folder or file of a listing. */
export type Entry = Item['data'];

export const isFolder = (entry: Entry): boolean => entry.type === 'folder';

/** One page of a listing: its entries in order, folders first. */
export interface Page {
  readonly entries: readonly Entry[];
  readonly root: Entry | null;
  readonly meta: Browse['meta'];
  /** Of the trash's top: what emptying it deletes, the contents of folders included. */
  readonly trash?: { readonly items: number; readonly size: number };
  /** Of a search: results that lie in the trash where it shows the others, and the reverse. */
  readonly elsewhere?: number;
  /** Of the latest uploads: whether there are older ones; of a search: whether there may be more results. */
  readonly more?: boolean;
}

/** A page as the server answers it; `trash` comes with the trash alone. */
export const pageOf = (
  browse: Browse & { readonly trash?: Page['trash'] | undefined; readonly more?: boolean | undefined },
): Page => ({
  entries: [...browse.folders.data, ...browse.files.data].map(({ data }) => data),
  root: browse.root?.data ?? null,
  meta: browse.meta,
  ...(browse.trash && { trash: browse.trash }),
  ...(browse.more === true && { more: true }),
});
