import './files.screen.css';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download } from '#features/files/download.ts';
import { isFolder, type Entry } from '#features/files/entry.ts';
import { folderChanged, itemAdded, listingsChanged } from '#features/files/files.events.ts';
import { folderSource } from '#features/files/listing-source.ts';
import { clearSelection } from '#features/files/selection.store.ts';
import { searchOf, sortedBy, sortingFrom } from '#features/files/sorting.ts';
import { Breadcrumbs } from '#features/files/ui/breadcrumbs.tsx';
import { DetailsPanel } from '#features/files/ui/details.tsx';
import { SubBar } from '#features/files/ui/sub-bar.tsx';
import { TopBar } from '#features/files/ui/top-bar.tsx';
import { useListing } from '#features/files/use-listing.ts';
import { detailsSetting, useDetailsOpen } from '#features/files/view.store.ts';
import { DropZone } from '#features/uploads/ui/drop-zone.tsx';
import { UploadDock } from '#features/uploads/ui/upload-dock.tsx';
import { useUploadEvents } from '#features/uploads/use-upload-events.ts';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useDelayed } from '#shared/lib/use-delayed.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { userQuery } from '#shared/session/session.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { FilesActions, MobileAdd } from './files.actions.tsx';
import { FilesBody } from './files.body.tsx';
import { useNewFolder } from './use-new-folder.ts';
import { useTitle } from './use-title.ts';
import type { TrashSortField } from '@holdall/contract/page';

const NewFolderPopup = lazyChunk(
  'new-folder',
  async () => (await import('#features/files/ui/new-folder.popup.tsx')).NewFolderPopup,
);
const DetailsPopup = lazyChunk(
  'details',
  async () => (await import('#features/files/ui/details.popup.tsx')).DetailsPopup,
);

/** Forgets the selection with the folder that it was made in. */
const SelectionScope = () => {
  useEffect(() => clearSelection, []);
  return null;
};

/** Milliseconds until loading shows. */
const loadingDelay = 150;

/** `/platform/files/:id?`: a folder as a list or a grid, with uploading into it. */
export const FilesScreen = ({
  params,
}: {
  readonly params: Readonly<Record<string, string | undefined>>;
}) => {
  const t = useText();
  const client = useQueryClient();
  const { search, key, index } = useLocation();
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const folderId = params['id'] ?? null;
  const sorting = sortingFrom(search);
  const listing = useListing({ source: folderSource(folderId), sorting });
  const { meta, root, error } = listing;
  const loading = useDelayed(!meta && !error, loadingDelay);
  const mobile = useMedia(media.mobile);
  const detailsOpen = useDetailsOpen();
  const [detailsSheet, setDetailsSheet] = useState(false);
  const newFolder = useNewFolder(folderId, restrictions);

  const unknown = t(error ? 'files.title' : 'files.loading');
  const title = folderId ? (root?.attributes.name ?? unknown) : t('files.home');
  useTitle(title);
  useUploadEvents({
    onItem: ({ data }) => itemAdded(client, data),
    onFolderUploadEnd: () => listingsChanged(client),
    onFolderChanged: (changedId) => folderChanged(client, changedId),
  });

  const parentId = meta?.ancestors.at(-1)?.id ?? null;
  const parent = folderId ? paths.files(parentId, searchOf(sorting)) : undefined;
  const back = index > 0 ? () => history.back() : parent === undefined ? undefined : () => navigate(parent);

  const onSort = (field: TrashSortField): void => {
    navigate(paths.files(folderId, searchOf(sortedBy(sorting, field))), { replace: true });
    announce(text('files.sorted_by', { field: text(`files.sort.${field}`) }));
  };
  const onOpen = (entry: Entry): void => {
    if (isFolder(entry)) navigate(paths.files(entry.id, searchOf(sorting)));
    else if (mobile) setDetailsSheet(true);
    else detailsSetting.set('open');
  };
  const onDownload = (entry: Entry): void => {
    if (!isFolder(entry)) download(entry, restrictions);
  };
  const details = { meta, folder: root, onDownload };

  return (
    <>
      <TopBar
        onBack={back}
        breadcrumbs={
          <Breadcrumbs
            ancestors={meta?.ancestors}
            title={title}
            emoji={root?.attributes.emoji ?? null}
            isTop={folderId === null}
            sorting={sorting}
            place={folderId ?? 'root'}
          />
        }
        actions={<FilesActions folderId={folderId} onNewFolder={newFolder.open} />}
      />
      <div className="files-columns">
        <main className="files-main">
          <SubBar
            meta={meta}
            loading={loading}
            {...listing.ref}
            onSort={onSort}
            detailsOpen={detailsOpen}
            onDetails={() =>
              mobile ? setDetailsSheet(true) : detailsSetting.set(detailsOpen ? 'closed' : 'open')
            }
          />
          <DropZone
            parentId={folderId}
            folderName={title}
            canUpload={restrictions.canUpload}
            reason={restrictions.reason}
          >
            <FilesBody
              {...{ listing, loading, parent, onSort, onOpen, onDownload, folderId }}
              label={title}
              place={key}
              onNewFolder={newFolder.open}
            />
          </DropZone>
          {(mobile || !detailsOpen) && <UploadDock docked={false} />}
        </main>
        {detailsOpen && !mobile && (
          <DetailsPanel
            {...details}
            onClose={() => detailsSetting.set('closed')}
            dock={<UploadDock docked />}
          />
        )}
      </div>
      <SelectionScope key={folderId} />
      <MobileAdd folderId={folderId} onNewFolder={newFolder.open} />
      {newFolder.isOpen && (
        <PopupSlot onFailure={newFolder.close}>
          <NewFolderPopup parentId={folderId} onClose={newFolder.close} />
        </PopupSlot>
      )}
      {detailsSheet && (
        <PopupSlot onFailure={() => setDetailsSheet(false)}>
          <DetailsPopup {...details} onClose={() => setDetailsSheet(false)} />
        </PopupSlot>
      )}
    </>
  );
};
