import { useSuspenseQuery } from '@tanstack/react-query';
import { askForFiles } from '#features/sharing/sharing.store.ts';
import { userQuery } from '#shared/session/session.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { MobileAdd } from './mobile-add.tsx';
import { useNewFolder } from './use-new-folder.ts';

const NewFolderPopup = lazyChunk(
  'new-folder',
  async () => (await import('#features/files/ui/new-folder.popup.tsx')).NewFolderPopup,
);

/** The + of small windows on screens that are no folder: it adds to the top of the account. */
export const HomeAdd = () => {
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const newFolder = useNewFolder(null, restrictions);
  return (
    <>
      <MobileAdd folderId={null} toHome onNewFolder={newFolder.open} onRequest={() => askForFiles(null)} />
      {newFolder.isOpen && (
        <PopupSlot onFailure={newFolder.close}>
          <NewFolderPopup parentId={null} onClose={newFolder.close} />
        </PopupSlot>
      )}
    </>
  );
};
