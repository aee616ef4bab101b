import { FolderPlus, Upload } from 'lucide-react';
import { EmptyPicture } from '#features/files/ui/empty-picture.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { openFilePicker } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';

interface GuestEmptyProps {
  readonly folderId: string;
  /** Undefined for guests who may not. */
  readonly onNewFolder: (() => void) | undefined;
}

/** A folder of a link that nothing is in. */
export const GuestEmpty = ({ folderId, onNewFolder }: GuestEmptyProps) => {
  const t = useText();
  const noHover = useMedia(media.noHover);
  if (!onNewFolder)
    return <Notice picture={<EmptyPicture />} title={t('guest.empty.title')} text={t('guest.empty.text')} />;
  return (
    <Notice
      picture={<EmptyPicture />}
      title={t('guest.empty.title')}
      text={t(noHover ? 'files.empty.text_touch' : 'files.empty.text')}
      actions={
        <>
          <Button icon={<Upload />} onClick={() => openFilePicker(folderId)}>
            {t('files.upload_files')}
          </Button>
          <Button icon={<FolderPlus />} onClick={onNewFolder}>
            {t('files.new_folder')}
          </Button>
        </>
      }
    />
  );
};
