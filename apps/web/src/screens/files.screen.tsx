import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { favouriteOf } from '#features/favourites/favourites.cache.ts';
import { FavouriteToggle } from '#features/favourites/ui/favourite-toggle.tsx';
import { knownName } from '#features/files/cache/known-folder.ts';
import { folderSource } from '#features/files/listing/listing-source.ts';
import { searchOf, sortingFrom } from '#features/files/listing/sorting.ts';
import { Breadcrumbs } from '#features/files/ui/breadcrumbs.tsx';
import { isGone, useListing } from '#features/files/listing/use-listing.ts';
import { recordOpened } from '#features/spotlight/recent.store.ts';
import { openFilePicker } from '#features/uploads/ui/upload-buttons.tsx';
import { askForFiles } from '#features/sharing/sharing.store.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { pageAtRest } from '#shared/lib/page-rest.ts';
import { useStore } from '#shared/lib/store.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { paths } from '#shared/paths/paths.ts';
import { useLocation } from '#shared/router/location.ts';
import { userQuery } from '#shared/session/session.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { FilesActions } from './files.actions.tsx';
import { ListingActions } from './listing.actions.tsx';
import { ListingScreen } from './listing.screen.tsx';
import { useNewFolder } from './use-new-folder.ts';
import { selectListed } from './select-address.ts';
import { useTitle } from './use-title.ts';

const NewFolderPopup = lazyChunk(
  'new-folder',
  async () => (await import('#features/files/ui/new-folder.popup.tsx')).NewFolderPopup,
);

const EmptyFolder = lazyChunk('empty-folder', async () => (await import('./files.empty.tsx')).EmptyFolder);

const SmallAdd = lazyChunk('small-add', async () => (await import('./small-add.tsx')).SmallAdd);

const HomeOverview = lazyChunk(
  'home-overview',
  async () => (await import('./home-overview.tsx')).HomeOverview,
);

const TrashedBanner = lazyChunk(
  'trashed-banner',
  async () => (await import('#features/files/ui/trashed-banner.tsx')).TrashedBanner,
);

/** `/platform/files/:id?`: a folder as a list or a grid, with uploading into it. */
export const FilesScreen = ({
  params,
}: {
  readonly params: Readonly<Record<string, string | undefined>>;
}) => {
  const t = useText();
  const { search } = useLocation();
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const folderId = params['id'] ?? null;
  const sorting = sortingFrom(search);
  const listing = useListing({ source: folderSource(folderId), sorting });
  const { meta, root, error } = listing;
  const newFolder = useNewFolder(folderId, restrictions);

  const client = useQueryClient();
  const known = folderId !== null && !isGone(error) ? knownName(client, folderId) : undefined;
  const unknown = known ?? t(error ? 'files.title' : 'files.loading');
  const title = folderId ? (root?.attributes.name ?? unknown) : t('files.home');
  useTitle(title);
  const parentId = meta?.ancestors.at(-1)?.id ?? null;
  const isTrashed = meta?.trashed === true;
  const takesNothing = isTrashed || isGone(error);
  const onRequest = (): void => askForFiles(folderId === null ? null : { id: folderId, name: title });
  const mobile = useMedia(media.mobile);
  // The first rows do not wait for it.
  const isAtRest = useStore(pageAtRest);
  const adding = { folderId, onNewFolder: newFolder.open, onRequest };
  useEffect(() => {
    if (root && !isTrashed) recordOpened(root);
  }, [root, isTrashed]);

  return (
    <ListingScreen
      listing={listing}
      title={title}
      parent={folderId ? paths.files(parentId, searchOf(sorting)) : undefined}
      {...(!takesNothing && { onNewFolder: newFolder.open, onUpload: () => openFilePicker(folderId) })}
      heading={
        <Breadcrumbs
          listing={listing.ref}
          ancestors={meta?.ancestors}
          title={title}
          emoji={root?.attributes.emoji ?? null}
          end={root && !isTrashed && <FavouriteToggle folder={favouriteOf(root)} />}
        />
      }
      actions={takesNothing ? <ListingActions /> : <FilesActions {...adding} />}
      banner={
        isTrashed &&
        root && (
          <PopupSlot>
            <TrashedBanner folder={root} />
          </PopupSlot>
        )
      }
      overview={
        folderId === null &&
        isAtRest &&
        meta && (
          <PopupSlot>
            <HomeOverview meta={meta} />
          </PopupSlot>
        )
      }
      empty={
        <PopupSlot>
          <EmptyFolder {...{ isTrashed }} {...adding} />
        </PopupSlot>
      }
    >
      {mobile && (
        <PopupSlot>
          <SmallAdd {...{ takesNothing }} {...adding} />
        </PopupSlot>
      )}
      {newFolder.isOpen && (
        <PopupSlot onFailure={newFolder.close}>
          <NewFolderPopup parentId={folderId} onCreated={selectListed} onClose={newFolder.close} />
        </PopupSlot>
      )}
    </ListingScreen>
  );
};
