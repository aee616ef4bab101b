import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Favourites } from '#features/favourites/ui/favourites.tsx';
import { StorageMeter } from '#features/storage/ui/storage-meter.tsx';
import { FolderTree } from '#features/tree/ui/folder-tree.tsx';
import { useNewFolder } from '#screens/use-new-folder.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { userQuery } from '#shared/session/session.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import type { Place } from './use-place.ts';

const NewFolderPopup = lazyChunk(
  'new-folder',
  async () => (await import('#features/files/ui/new-folder.popup.tsx')).NewFolderPopup,
);

/** The heading of the tree, with the way to a new folder in the one that is viewed. */
const FoldersHeading = ({ folder }: { readonly folder: string | null }) => {
  const t = useText();
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const newFolder = useNewFolder(folder, restrictions);
  return (
    <div className="panel-heading">
      <h2>{t('tree.title')}</h2>
      <IconButton
        size="small"
        label={t('files.new_folder')}
        icon={<Plus className="icon-16" />}
        onClick={newFolder.open}
      />
      {newFolder.isOpen && (
        <PopupSlot onFailure={newFolder.close}>
          <NewFolderPopup parentId={folder} onClose={newFolder.close} />
        </PopupSlot>
      )}
    </div>
  );
};

/** The contents of the panel beside every listing: favourites, folders, storage. */
export const PanelBody = ({ place }: { readonly place: Place }) => (
  <>
    <div className="panel-scroll" data-tree-scroller>
      <Favourites current={place.folder} />
      <FoldersHeading folder={place.above === undefined ? null : place.folder} />
      <FolderTree current={place.folder} above={place.above} />
    </div>
    <StorageMeter />
  </>
);
