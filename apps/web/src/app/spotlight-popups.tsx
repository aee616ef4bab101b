import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageQuery } from '#features/files/cache/files.queries.ts';
import { trashSource } from '#features/files/listing/listing-source.ts';
import { sortingFrom } from '#features/files/listing/sorting.ts';
import { EmptyTrashPopup } from '#features/files/ui/empty-trash.popup.tsx';
import { NewFolderPopup } from '#features/files/ui/new-folder.popup.tsx';
import { text } from '#shared/i18n/messages.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { showToast } from '#shared/ui/toast.ts';
import type { SpotlightPopup } from './spotlight.store.ts';

const trash = trashSource(null);

/** Asks before the trash is emptied, once its content is known; says that an empty one is empty. */
const EmptyTrash = ({ onClose }: { readonly onClose: () => void }) => {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...pageQuery({ source: trash, sorting: sortingFrom('', trash) }, 0),
    staleTime: 0,
  });
  // Data from before this mount may be long out of date.
  const items = isFetchedAfterMount ? (data?.trash?.items ?? data?.meta.total) : undefined;
  const isEmpty = items === 0;
  useEffect(() => {
    if (!isEmpty && !error) return;
    if (error) openGenericAlert();
    else showToast({ type: 'success', message: text('trash.empty.title') });
    onClose();
  }, [isEmpty, error, onClose]);
  if (items === undefined || isEmpty) return null;
  return (
    <EmptyTrashPopup
      {...{ items, onClose }}
      listed={data?.meta.total ?? items}
      size={data?.trash?.size ?? data?.meta.size ?? 0}
    />
  );
};

/** The popups of the spotlight's actions. */
export const SpotlightPopups = ({
  popup,
  onClose,
}: {
  readonly popup: SpotlightPopup;
  readonly onClose: () => void;
}) =>
  popup.kind === 'new-folder' ? (
    <NewFolderPopup parentId={popup.parentId} initialName={popup.name} onClose={onClose} />
  ) : (
    <EmptyTrash onClose={onClose} />
  );
