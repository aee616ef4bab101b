import type { Found } from '@holdall/contract/views';
import { presentItem } from '#features/files/index.ts';
import type { FoundItem, SearchResults } from './search.types.ts';

const presentFound = ({ item, ancestors, trashed }: FoundItem): Found => ({
  ...presentItem(item),
  meta: { ancestors, trashed },
});

export const presentResults = ({
  folders,
  files,
}: SearchResults): { folders: { data: Found[] }; files: { data: Found[] } } => ({
  folders: { data: folders.map(presentFound) },
  files: { data: files.map(presentFound) },
});
