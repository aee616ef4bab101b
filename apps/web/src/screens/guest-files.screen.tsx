import './guest-files.screen.css';
import { useQueryClient } from '@tanstack/react-query';
import { Download, FolderPlus, Upload } from 'lucide-react';
import { useId, useMemo } from 'react';
import { command } from '#features/files/actions/load-commands.ts';
import { batchOf } from '#features/files/actions/batch.ts';
import { knownName } from '#features/files/cache/known-folder.ts';
import { folderSource } from '#features/files/listing/listing-source.ts';
import { searchOf, sortingFrom } from '#features/files/listing/sorting.ts';
import { Breadcrumbs } from '#features/files/ui/breadcrumbs.tsx';
import { EmptyPicture } from '#features/files/ui/empty-picture.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { useListing } from '#features/files/listing/use-listing.ts';
import { givesDownloads, isUsedUp, restrictionsOf } from '#features/guest/restrictions.ts';
import type { Share } from '#features/guest/visit.ts';
import { openFilePicker } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { paths } from '#shared/paths/paths.ts';
import { useLocation } from '#shared/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { Slot } from '#shared/ui/slot.tsx';
import { MobileAdd } from './mobile-add.tsx';
import { GuestActions } from './guest-files.actions.tsx';
import { ListingFrame } from './listing.frame.tsx';
import { useNewFolder } from './use-new-folder.ts';
import { selectListed } from './select-address.ts';
import { useTitle } from './use-title.ts';

const NewFolderPopup = lazyChunk(
  'new-folder',
  async () => (await import('#features/files/ui/new-folder.popup.tsx')).NewFolderPopup,
);

interface GuestFilesScreenProps {
  readonly share: Share;
  /** The folder that is looked at; without it the shared one. */
  readonly folderId: string | undefined;
}

interface GuestEmptyProps {
  readonly folderId: string;
  /** Undefined for guests who may not. */
  readonly onNewFolder: (() => void) | undefined;
}

/** A folder of a link that nothing is in. */
const GuestEmpty = ({ folderId, onNewFolder }: GuestEmptyProps) => {
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

/** `/share/:token/files/:id?`: a shared folder, or one inside of it; editors change what is in it. */
export const GuestFilesScreen = ({ share, folderId: asked }: GuestFilesScreenProps) => {
  const t = useText();
  const client = useQueryClient();
  const { search } = useLocation();
  const mobile = useMedia(media.mobile);
  const top = share.relationships.item.data;
  const folderId = asked ?? top.id;
  const restrictions = useMemo(() => restrictionsOf(share), [share]);
  const isEditor = share.attributes.permission === 'editor';
  const sorting = sortingFrom(search);
  const source = folderSource(folderId);
  const listing = useListing({ source, sorting });
  const { meta, root, error } = listing;
  const newFolder = useNewFolder(folderId, restrictions);

  const known = folderId === top.id ? top.attributes.name : knownName(client, folderId);
  const title = root?.attributes.name ?? known ?? t(error ? 'files.title' : 'files.loading');
  useTitle(title);
  const adds = isEditor && !error;
  const hasItems = meta !== undefined && meta.total > 0;
  const onNewFolder = adds ? newFolder.open : undefined;

  const downloadAll = (): void => {
    if (!root || !givesDownloads(share)) return;
    const batch = batchOf([root], { source, isTrash: false });
    void command((commands) => commands.downloadArchive(client, batch));
  };
  const usedUp = isUsedUp(share);
  const usedUpId = useId();
  const downloadButton = hasItems && (
    <Button
      disabled={usedUp}
      aria-describedby={usedUp ? usedUpId : undefined}
      look="primary"
      icon={<Download />}
      full={mobile}
      size={mobile ? 'large' : 'medium'}
      onClick={downloadAll}
    >
      {t('guest.download_all')}
    </Button>
  );
  return (
    <ListingFrame
      {...{ listing, title, restrictions }}
      favourites={undefined}
      picturesOnly={share.attributes.downloads_left !== null}
      parent={folderId === top.id ? undefined : paths.files(meta?.ancestors.at(-1)?.id, searchOf(sorting))}
      {...(adds && { onNewFolder: newFolder.open, onUpload: () => openFilePicker(folderId) })}
      heading={
        <Breadcrumbs
          listing={listing.ref}
          ancestors={meta?.ancestors}
          title={title}
          emoji={(root ?? (folderId === top.id ? top : undefined))?.attributes.emoji ?? null}
        />
      }
      actions={<GuestActions {...{ folderId, onNewFolder }} main={mobile ? undefined : downloadButton} />}
      empty={<GuestEmpty {...{ folderId, onNewFolder }} />}
    >
      {usedUp && (
        <p id={usedUpId} className="guest-used-up">
          {t('errors.share.exhausted')}
        </p>
      )}
      {mobile && (hasItems || adds) && (
        <div className="guest-foot">
          {downloadButton}
          {adds && <Slot name="add" />}
        </div>
      )}
      {mobile && adds && <MobileAdd folderId={folderId} onNewFolder={newFolder.open} />}
      {newFolder.isOpen && (
        <PopupSlot onFailure={newFolder.close}>
          <NewFolderPopup parentId={folderId} onCreated={selectListed} onClose={newFolder.close} />
        </PopupSlot>
      )}
    </ListingFrame>
  );
};
