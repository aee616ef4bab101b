import type { Found } from '@holdall/contract/views';
import { type ItemView, presentItem } from '#features/files/index.ts';
import type { FoundItem, SearchResults } from './search.types.ts';

const presentFound = ({ item, ancestors, trashed }: FoundItem, view: ItemView): Found => ({
  ...presentItem(item, view),
  meta: { ancestors, trashed },
});

export const presentResults = (
  { folders, files }: SearchResults,
  view: ItemView,
): { folders: { data: Found[] }; files: { data: Found[] } } => ({
  folders: { data: folders.map((found) => presentFound(found, view)) },
  files: { data: files.map((found) => presentFound(found, view)) },
});
