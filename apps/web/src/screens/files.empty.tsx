import { FolderPlus, Inbox, Upload } from 'lucide-react';
import { EmptyPicture } from '#features/files/ui/empty-picture.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { openFilePicker } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';

interface EmptyFolderProps {
  readonly folderId: string | null;
  /** The folder lies in the trash: nothing can be added to it. */
  readonly isTrashed: boolean;
  readonly onNewFolder: () => void;
  readonly onRequest: () => void;
}

/** Stands in the place of the rows of a folder that has none, with the ways to fill it. */
export const EmptyFolder = ({ folderId, isTrashed, onNewFolder, onRequest }: EmptyFolderProps) => {
  const t = useText();
  const noHover = useMedia(media.noHover);
  if (isTrashed) return <Notice picture={<EmptyPicture />} title={t('files.count.empty')} />;
  return (
    <Notice
      picture={<EmptyPicture />}
      title={t('files.empty.title')}
      text={t(noHover ? 'files.empty.text_touch' : 'files.empty.text')}
      actions={
        <>
          <Button look="primary" icon={<Upload />} onClick={() => openFilePicker(folderId)}>
            {t('files.upload_files')}
          </Button>
          <Button icon={<FolderPlus />} onClick={onNewFolder}>
            {t('files.new_folder')}
          </Button>
          <Button icon={<Inbox />} onClick={onRequest}>
            {t('requests.menu')}
          </Button>
        </>
      }
    />
  );
};
