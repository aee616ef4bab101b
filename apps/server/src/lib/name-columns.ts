import { searchKey } from '#lib/search-key.ts';
import { sortKey } from '#lib/sort-key.ts';

/** The columns of `items` that derive from the name; they are always written together. */
export const nameColumns = (name: string): { name: string; sort_key: string; search_key: string } => ({
  name,
  sort_key: sortKey(name),
  search_key: searchKey(name),
});
