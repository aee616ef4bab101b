import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { originOf } from '#features/files/actions/batch.ts';
import type { ItemActions } from '#features/files/actions/item-actions.ts';
import type { Entry } from '#features/files/entry.ts';
import { itemQuery } from '#features/files/cache/files.queries.ts';
import { sourceName } from '#features/files/listing/listing-source.ts';
import { reveal } from '#features/files/listing/reveal.ts';
import { selectionStore } from '#features/files/selection/selection.store.ts';
import { EntryText, type DetailsProps } from '#features/files/ui/details-body.tsx';
import type { Listing } from '#features/files/listing/use-listing.ts';
import { Preview } from '#features/preview/ui/preview.tsx';
import { recordOpened } from '#features/spotlight/recent.store.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { useStore } from '#shared/lib/store.ts';
import { useStable } from '#shared/lib/use-stable.ts';
import { isEditable } from '#shared/lib/text-file.ts';
import { withQuery } from '#shared/paths/paths.ts';
import { currentLocation, navigate, useLocation } from '#shared/router/location.ts';
import { editing, permission } from '#shared/session/permission.ts';
import { singleItemBatch } from './single-item-batch.ts';
import { closePreview, openEditor, turnPreview } from './preview-address.ts';
import { useListingIndex, usePreviewWalk } from './use-preview-walk.ts';
import { useShownVersion } from './use-shown-version.tsx';

interface OverlaysProps {
  readonly listing: Listing;
  readonly onDownload: (entry: Entry) => void;
  readonly actions: ItemActions;
  /** Bytes are counted: only the server's pictures are shown. */
  readonly picturesOnly?: boolean | undefined;
  readonly versions: DetailsProps['versions'];
}

/** `?select=`: scrolls to an item and selects it, then leaves the address as it was. */
const Chosen = ({ listing, id }: { readonly listing: Listing; readonly id: string }) => {
  const index = useListingIndex(listing, id);
  const source = sourceName(listing.ref.source);
  useEffect(() => {
    if (index < 0) return;
    reveal(source, index, true);
    navigate(withQuery(currentLocation(), 'select', undefined), { replace: true });
  }, [source, index]);
  return null;
};

/** Milliseconds: the facts of a file that is only passed are not asked for. */
const passing = 150;

/** `?preview=`: one file over the listing. */
const Previewed = ({
  listing,
  id,
  onDownload,
  actions,
  picturesOnly = false,
  versions,
}: OverlaysProps & { readonly id: string }) => {
  const allowed = useStore(permission);
  const mayDelete = editing.includes(allowed);
  const walk = usePreviewWalk(listing, id);
  const listed = walk.position === undefined ? undefined : walk.at(walk.position);
  const details = useQuery({ ...itemQuery(id), enabled: listed === undefined });
  const item = listed ?? details.data?.data;
  const gone = !item && details.error instanceof ApiError && [404, 422].includes(details.error.status);
  const { isTrash: isListedInTrash } = originOf({ source: listing.ref.source, meta: listing.meta });
  // A restored item has left the listing of the trash, and can be opened.
  const liesInTrash = listed === undefined ? details.data?.meta.trashed : undefined;
  const isTrashed =
    (liesInTrash ?? isListedInTrash) || (item !== undefined && item.attributes.deleted_at !== null);
  const version = useShownVersion({ item: isTrashed ? undefined : item, picturesOnly });
  const { position } = walk;
  const isSettled = useStable(item?.id, passing);
  const source = sourceName(listing.ref.source);
  const index = position === undefined ? -1 : position + (listing.meta?.folders ?? 0);
  const { pathname } = useLocation();
  /**
   * The row that was looked at last is the one to go on from, as long as the listing is still there. Where several
   * are selected they stay so.
   */
  const goOn = useEffectEvent((from: string) => {
    const selection = selectionStore.get();
    const areMany = selection.all || selection.entries.size > 1;
    if (index >= 0 && currentLocation().pathname === from) reveal(source, index, !areMany);
  });
  useEffect(() => () => goOn(pathname), [pathname]);
  useEffect(() => {
    if (item && !isTrashed) recordOpened(item);
  }, [item, isTrashed]);
  /** A deletion in the preview goes on with the next file, or with the one before where it was the last. */
  const remove = (entry: Entry): void => {
    const next = position === undefined ? undefined : (walk.at(position + 1) ?? walk.at(position - 1));
    const isDone = actions.runDelete(singleItemBatch(entry, listing, isTrashed));
    // A deletion for good is confirmed first.
    if (!isDone || isTrashed) return;
    if (next) turnPreview(next.id);
    else if (walk.total === 1) closePreview();
  };
  return (
    <Preview
      {...{ item, gone, walk, version, onDownload, picturesOnly }}
      trashed={isTrashed}
      details={(entry) => (
        <EntryText
          key={entry.id}
          batch={singleItemBatch(entry, listing, isTrashed)}
          {...{ entry, isSettled, actions, versions }}
        />
      )}
      onClose={closePreview}
      onShare={
        // The link and the trash are about the file as it is.
        allowed === 'master' && !version
          ? (entry) => void actions.run('share', singleItemBatch(entry, listing, isTrashed))
          : undefined
      }
      onEdit={
        mayDelete && !version && !isTrashed && !picturesOnly && item && isEditable(item)
          ? ({ id: edited }) => openEditor(edited)
          : undefined
      }
      onDelete={mayDelete && !version ? remove : undefined}
      onRestore={(entry) => actions.run('restore', singleItemBatch(entry, listing, isTrashed))}
    />
  );
};

/** The parts that the address opens over a listing. */
export const ListingOverlays = (props: OverlaysProps) => {
  const query = new URLSearchParams(useLocation().search);
  const preview = query.get('preview');
  const select = query.get('select');
  return (
    <>
      {select !== null && <Chosen key={select} listing={props.listing} id={select} />}
      {/* The preview would read a text that is edited again with each save. */}
      {preview !== null && !query.has('edit') && <Previewed {...props} id={preview} />}
    </>
  );
};
