import '#shared/ui/action-list.css';
import { Camera, FilePlus, FileUp, FolderPlus, FolderUp, Inbox } from 'lucide-react';
import { openNewText } from '#features/uploads/new-text.ts';
import { openCamera, openFilePicker, openFolderPicker } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { canPickFolders } from '#shared/lib/can-pick-folders.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Popup } from '#shared/ui/popup.tsx';

interface AddPopupProps {
  readonly title: string;
  readonly folderId: string | null;
  readonly onNewFolder: () => void;
  readonly onRequest?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The choices of additions to a folder, for small windows. */
export const AddPopup = ({ title, folderId, onNewFolder, onRequest, onClose }: AddPopupProps) => {
  const t = useText();
  const touch = useMedia(media.touch);
  const doing = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Popup title={title} onClose={onClose}>
      <div className="action-list">
        <button type="button" onClick={doing(onNewFolder)}>
          <FolderPlus className="icon-20" />
          {t('files.new_folder')}
        </button>
        <button type="button" onClick={doing(() => openNewText(folderId))}>
          <FilePlus className="icon-20" />
          {t('new_text.title')}
        </button>
        <button type="button" onClick={doing(() => openFilePicker(folderId))}>
          <FileUp className="icon-20" />
          {t('files.upload_files')}
        </button>
        {canPickFolders && (
          <button type="button" onClick={doing(() => openFolderPicker(folderId))}>
            <FolderUp className="icon-20" />
            {t('files.upload_folder')}
          </button>
        )}
        {touch && (
          <button type="button" onClick={doing(() => openCamera(folderId))}>
            <Camera className="icon-20" />
            {t('files.take_photo')}
          </button>
        )}
        {onRequest && (
          <button type="button" onClick={doing(onRequest)}>
            <Inbox className="icon-20" />
            {t('requests.menu')}
          </button>
        )}
      </div>
    </Popup>
  );
};
