import type * as contract from '@holdall/contract/listings';
import { type ItemView, presentItem } from '#features/files/index.ts';
import type { FoundItem, FoundList, SearchResults } from './search.types.ts';

const presentFound = ({ item, ancestors, trashed }: FoundItem, view: ItemView): contract.Found => ({
  ...presentItem(item, view),
  meta: { ancestors, trashed },
});

const presentList = ({ items, complete }: FoundList, view: ItemView): contract.FoundList => ({
  data: items.map((found) => presentFound(found, view)),
  complete,
});

export const presentResults = (
  { folders, files }: SearchResults,
  view: ItemView,
): contract.SearchResults => ({
  folders: presentList(folders, view),
  files: presentList(files, view),
});
