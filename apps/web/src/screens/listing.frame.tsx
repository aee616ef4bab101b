import './listing.screen.css';
import type { TrashSortField } from '@holdall/contract/page';
import { useState, type ReactNode } from 'react';
import { originOf } from '#features/files/actions/batch.ts';
import type { FavouriteActions } from '#features/files/actions/item-actions.ts';
import { command } from '#features/files/actions/load-commands.ts';
import { isFolder, type Entry } from '#features/files/entry.ts';
import { folderOf, pathOf, targetOf, withinSource } from '#features/files/listing/listing-source.ts';
import { clearSelection, multiSelect } from '#features/files/selection/selection.store.ts';
import { searchOf, sortedBy } from '#features/files/listing/sorting.ts';
import { DetailsPanel } from '#features/files/ui/details.tsx';
import { RestoredSelection } from '#features/files/ui/restored-selection.tsx';
import { SubBar } from '#features/files/ui/sub-bar.tsx';
import type { ListingDrawing } from '#features/files/ui/listing-view.tsx';
import { TopBar } from '#features/files/ui/top-bar.tsx';
import { isGone, type Listing } from '#features/files/listing/use-listing.ts';
import { detailsSetting, useDetailsOpen } from '#features/files/listing/view.store.ts';
import { openNewText } from '#features/uploads/new-text.ts';
import { DropZone } from '#features/uploads/ui/drop-zone.tsx';
import { UploadDock } from '#features/uploads/ui/upload-dock.tsx';
import { requestVersions } from '#features/versions/versions-section.store.ts';
import { text } from '#shared/i18n/messages.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useDelayed } from '#shared/lib/use-delayed.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { editing, hasPermission } from '#shared/session/permission.ts';
import type { Restrictions } from '#shared/session/restrictions.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { announce } from '#shared/ui/live-region.tsx';
import type { MenuAnchor } from '#shared/ui/menu-place.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { ListingBody } from './listing.body.tsx';
import { closeEditor, closePreview, openEditor, openPreview } from './preview-address.ts';
import { useListingActions } from './use-listing-actions.tsx';
import { useRequestedVersions } from './use-requested-versions.ts';
import { useUploadResults } from './use-upload-results.ts';

const DetailsPopup = lazyChunk(
  'details',
  async () => (await import('#features/files/ui/details.popup.tsx')).DetailsPopup,
);

const ItemVersions = lazyChunk('versions', async () => (await import('./item-versions.tsx')).ItemVersions);

const ListingOverlays = lazyChunk(
  'preview',
  async () => (await import('./listing.overlays.tsx')).ListingOverlays,
);

const EditedText = lazyChunk('editor', async () => (await import('./listing.editor.tsx')).EditedText);

/** Milliseconds until loading shows. */
const loadingDelay = 150;

export interface ListingFrameProps {
  readonly listing: Listing;
  /** The heading's text, which also names the list. */
  readonly title: string;
  /** The way to it, with the heading. */
  readonly heading: ReactNode;
  /** The end of the top bar. */
  readonly actions?: ReactNode;
  /** Address of the folder above; undefined at a top. */
  readonly parent?: string | undefined;
  /** A notice above the rows about this listing. */
  readonly banner?: ReactNode;
  /** Further details of a listing that is no folder. */
  readonly overview?: ReactNode;
  /** Stands in the place of the rows where there are none. */
  readonly empty: ReactNode;
  /** Makes a folder here; without it nothing can be added. */
  readonly onNewFolder?: (() => void) | undefined;
  /** Chooses files to upload here. */
  readonly onUpload?: (() => void) | undefined;
  /** Restrictions of the user who sees the page. */
  readonly restrictions: Restrictions;
  /** Favourites; undefined for guests, who have none. */
  readonly favourites: FavouriteActions | undefined;
  /** Draws an entry in a list, where not as anywhere else. */
  readonly drawing?: ListingDrawing | undefined;
  /** Bytes are counted: only the server's pictures are shown. */
  readonly picturesOnly?: boolean;
  /** The popups of the screen. */
  readonly children?: ReactNode;
}

/** The parts of every listing: bars, rows, details, and the uploads that go on meanwhile. */
export const ListingFrame = ({ listing, title, parent, ...parts }: ListingFrameProps) => {
  const { key, index, search, left } = useLocation();
  const { restrictions, favourites, picturesOnly } = parts;
  const { ref, meta, root, error } = listing;
  const { source, sorting } = ref;
  const loading = useDelayed(!meta && !error, loadingDelay);
  const mobile = useMedia(media.mobile);
  // A folder that is gone has nothing to count, to sort or to view, and nothing can be added to it.
  const gone = isGone(error);
  const detailsOpen = useDetailsOpen() && !gone;
  /** The entry of the history over which details stand as a sheet. */
  const [sheetAt, setSheetAt] = useState<string>();
  // A link that leads elsewhere leads out of the sheet.
  if (sheetAt !== undefined && sheetAt !== key) setSheetAt(undefined);

  useUploadResults();

  const goUp =
    parent === undefined ? undefined : () => navigate(parent, { left: folderOf(source) ?? undefined });
  const back = index > 0 ? () => history.back() : goUp;

  const onSort = (field: TrashSortField): void => {
    navigate(pathOf(source, searchOf(sortedBy(sorting, field), source)), { replace: true });
    announce(text('files.sorted_by', { field: text(`files.sort.${field}`) }));
  };
  const onOpen = (entry: Entry): void => {
    const inside = withinSource(source, entry.id);
    if (isFolder(entry)) navigate(pathOf(inside, searchOf(sorting, inside)));
    else openPreview(entry.id);
  };
  const onDownload = (entry: Entry): void => {
    if (!isFolder(entry)) void command(({ download }) => download(entry, restrictions));
  };
  const showDetails = (): void => (mobile ? setSheetAt(key) : detailsSetting.set('open'));
  const toggleDetails = (): void =>
    mobile ? setSheetAt(key) : detailsSetting.set(detailsOpen ? 'closed' : 'open');
  const closeSheet = (): void => {
    setSheetAt(undefined);
    // The item was selected to be looked at.
    if (!multiSelect.get()) clearSelection();
  };
  const { onNewFolder, onUpload } = parts;
  const { actions, popups } = useListingActions({
    listing,
    title,
    restrictions,
    favourites,
    goUp,
    onOpen,
    onEdit: picturesOnly === true ? undefined : ({ id }) => openEditor(id),
    onSort,
    onNewFolder,
    onNewText: onUpload && (() => openNewText(targetOf(source) ?? null)),
    onUpload,
    onDetails: showDetails,
    onVersions: ({ id }) => requestVersions(id),
    onGone: () => navigate(parent ?? pathOf(source)),
  });
  const versions = hasPermission(editing)
    ? (entry: Entry) => (
        <PopupSlot>
          <ItemVersions key={entry.id} {...{ entry, restrictions, picturesOnly }} />
        </PopupSlot>
      )
    : undefined;
  const { isTrash } = originOf({ source, meta });
  useRequestedVersions({ canShow: versions !== undefined && !isTrash, showDetails });
  const details = { listing, actions, versions, overview: parts.overview };
  const edited = new URLSearchParams(search).get('edit');

  return (
    <>
      <TopBar
        onBack={back}
        breadcrumbs={parts.heading}
        actions={parts.actions}
        {...(root && { onMenu: (at: MenuAnchor) => actions.openMenu(at, root) })}
      />
      <div className="files-columns">
        <main className="files-main">
          {gone ? (
            <div className="sub-bar" />
          ) : (
            <SubBar {...{ meta, loading, onSort, detailsOpen, actions }} {...ref} onDetails={toggleDetails} />
          )}
          {parts.banner}
          <DropZone
            parentId={meta?.trashed || gone ? undefined : targetOf(source)}
            folderName={title}
            permission={restrictions}
          >
            <ListingBody
              {...{ listing, loading, onSort, actions, favourites }}
              label={title}
              historyKey={key}
              left={left}
              empty={parts.empty}
              drawing={parts.drawing}
            />
          </DropZone>
          {(mobile || !detailsOpen) && <UploadDock docked={false} />}
          {popups}
        </main>
        {detailsOpen && !mobile && (
          <DetailsPanel
            {...details}
            onClose={() => detailsSetting.set('closed')}
            dock={<UploadDock docked />}
          />
        )}
      </div>
      <RestoredSelection listing={ref} historyKey={key} />
      {parts.children}
      {/[?&](?:preview|select)=/.test(search) && (
        <PopupSlot onFailure={closePreview}>
          <ListingOverlays {...{ listing, actions, versions, onDownload, picturesOnly }} />
        </PopupSlot>
      )}
      {edited !== null && picturesOnly !== true && hasPermission(editing) && (
        <PopupSlot onFailure={closeEditor}>
          <EditedText id={edited} onDownload={onDownload} />
        </PopupSlot>
      )}
      {sheetAt === key && (
        <PopupSlot onFailure={closeSheet}>
          <DetailsPopup {...details} onClose={closeSheet} />
        </PopupSlot>
      )}
    </>
  );
};
