import { FolderPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { ViewMenu } from '#features/files/ui/view-menu.tsx';
import { SearchButton } from '#features/spotlight/ui/search-button.tsx';
import { UploadButton } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';

interface GuestActionsProps {
  readonly folderId: string;
  /** Undefined for guests who may not add anything. */
  readonly onNewFolder: (() => void) | undefined;
  /** The action that most guests have come for. */
  readonly main: ReactNode;
}

/** The end of a shared folder's top bar. */
export const GuestActions = ({ folderId, onNewFolder, main }: GuestActionsProps) => {
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
      {onNewFolder && (
        <>
          <Button
            icon={<FolderPlus />}
            onClick={onNewFolder}
            className={wide ? '' : 'icon-only'}
            data-tooltip={wide ? undefined : t('files.new_folder')}
          >
            <span className={wide ? '' : 'visually-hidden'}>{t('files.new_folder')}</span>
          </Button>
          <UploadButton parentId={folderId} look="secondary" />
        </>
      )}
      {main}
    </>
  );
};
