import { FolderPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { ViewMenu } from '#features/files/ui/view-menu.tsx';
import { SearchButton } from '#features/spotlight/ui/search-button.tsx';
import { UploadButton } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { SlotFill } from '#shared/ui/slot.tsx';

const AddPopup = lazyChunk('add', async () => (await import('./files.add-popup.tsx')).AddPopup);

interface FilesActionsProps {
  readonly folderId: string | null;
  readonly onNewFolder: () => void;
  /** Asks others for files; undefined where nobody can be asked. */
  readonly onRequest?: (() => void) | undefined;
}

interface MobileAddProps extends FilesActionsProps {
  /** Whether the screen is another one than the folder that things are added to, so that it must be said. */
  readonly toHome?: boolean;
}

/** The end of the top bar. */
export const FilesActions = ({ folderId, onNewFolder, onRequest }: FilesActionsProps) => {
  const t = useText();
  const mobile = useMedia(media.mobile);
  const wide = useMedia(media.wide);
  if (mobile)
    return (
      <>
        <SearchButton />
        <ViewMenu />
      </>
    );
  return (
    <>
      <SearchButton />
      <Button
        icon={<FolderPlus />}
        onClick={onNewFolder}
        className={wide ? '' : 'icon-only'}
        data-tooltip={wide ? undefined : t('files.new_folder')}
      >
        <span className={wide ? '' : 'visually-hidden'}>{t('files.new_folder')}</span>
      </Button>
      <UploadButton parentId={folderId} onRequest={onRequest} />
    </>
  );
};

/** The + of the bar at the bottom of small windows. */
export const MobileAdd = ({ toHome = false, ...adding }: MobileAddProps) => {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <SlotFill name="add">
        <button
          type="button"
          className="files-add"
          aria-label={t(toHome ? 'frame.add_to_home' : 'frame.add')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Plus />
        </button>
      </SlotFill>
      {open && (
        <PopupSlot onFailure={() => setOpen(false)}>
          <AddPopup
            title={t(toHome ? 'frame.add_to_home' : 'frame.add')}
            {...adding}
            onClose={() => setOpen(false)}
          />
        </PopupSlot>
      )}
    </>
  );
};
