import { FolderPlus } from 'lucide-react';
import { SearchButton } from '#features/spotlight/ui/search-button.tsx';
import { UploadButton } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { ViewMenu } from './view-menu.ts';

export interface FilesActionsProps {
  readonly folderId: string | null;
  readonly onNewFolder: () => void;
  /** Asks others for files; undefined where nobody can be asked. */
  readonly onRequest?: (() => void) | undefined;
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
        <PopupSlot>
          <ViewMenu />
        </PopupSlot>
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
