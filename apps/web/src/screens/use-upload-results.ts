import { useQueryClient } from '@tanstack/react-query';
import {
  folderChanged,
  itemAdded,
  listingsChanged,
  trashChanged,
} from '#features/files/cache/files.events.ts';
import { itemStateChanged } from '#features/files/cache/item-state.ts';
import { useUploadEvents } from '#features/uploads/use-upload-events.ts';

// The code that shows the sums comes after the rows, and hears of changes as late.
const loadSides = () => import('#features/files/cache/realtime.events.ts');

/** Shows what uploading brings: in the listings, in the counts of the tree, in the storage meter. */
export const useUploadResults = (): void => {
  const client = useQueryClient();
  const refreshSides = (folderId?: string | null): void =>
    void loadSides().then(
      ({ sidesChanged }) => sidesChanged(client, folderId),
      () => undefined,
    );
  useUploadEvents({
    onItem: ({ data }, sentAt) => {
      itemAdded(client, data, sentAt);
      // A replaced file is the same item with another content.
      itemStateChanged(client, data);
      refreshSides(data.type === 'folder' ? undefined : data.attributes.parent_id);
    },
    onFolderUploadBegun: () => {
      listingsChanged(client);
      refreshSides();
    },
    onFolderUploadEnd: () => {
      listingsChanged(client);
      refreshSides();
    },
    onFolderChanged: (changedId) => {
      folderChanged(client, changedId);
      trashChanged(client);
      refreshSides();
    },
  });
};
