import type { TrashSortField } from '@holdall/contract/page';
import { useEffect, useState, type ReactNode } from 'react';
import type { FavouriteActions, ItemActions } from '#features/files/actions/item-actions.ts';
import { sourceName } from '#features/files/listing/listing-source.ts';
import { ListingSkeleton } from '#features/files/ui/listing-skeleton.tsx';
import { ListingView, type ListingDrawing } from '#features/files/ui/listing-view.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { isGone, type Listing } from '#features/files/listing/use-listing.ts';
import { viewType } from '#features/files/listing/view.store.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { filesTop, paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { Button } from '#shared/ui/button.tsx';

interface ListingBodyProps {
  readonly listing: Listing;
  /** Loading has lasted long enough to be shown. */
  readonly loading: boolean;
  readonly label: string;
  readonly historyKey: string;
  /** Id of the folder that was left by going up to this listing. */
  readonly left: string | undefined;
  readonly onSort: (field: TrashSortField) => void;
  readonly actions: ItemActions;
  readonly favourites: FavouriteActions | undefined;
  readonly drawing: ListingDrawing | undefined;
  /** Stands in the place of the rows where there are none. */
  readonly empty: ReactNode;
}

/** Shows the reason for which a folder did not load. */
const reasonOf = (error: Error): 'gone' | 'led-away' | 'failed' => {
  if (error instanceof ApiError && (error.isUnauthorized || error.needsTwoFactor)) return 'led-away';
  return isGone(error) ? 'gone' : 'failed';
};

/** A folder that did not load: gone, or out of reach. */
const LoadFailure = ({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) => {
  const t = useText();
  const reason = reasonOf(error);
  useEffect(() => {
    // An alert does not help a user without a network.
    if (reasonOf(error) === 'failed' && navigator.onLine) openGenericAlert();
  }, [error]);
  // Sign-in, or setting up two-factor sign-in, comes in its place.
  if (reason === 'led-away') return null;
  if (reason === 'gone')
    return (
      <Notice
        title={t('files.gone.title')}
        text={t('files.gone.text')}
        actions={
          <Button look="primary" onClick={() => navigate(paths.files())}>
            {t(filesTop() ? 'guest.open_folder' : 'files.gone.action')}
          </Button>
        }
      />
    );
  return (
    <Notice
      title={t(navigator.onLine ? 'files.error.title' : 'offline.title')}
      text={t('files.error.text')}
      actions={
        <Button look="primary" onClick={onRetry}>
          {t('actions.try_again')}
        </Button>
      }
    />
  );
};

/** A listing's content, whatever state it is in. */
export const ListingBody = ({ listing, loading, empty, ...rest }: ListingBodyProps) => {
  const view = useStore(viewType);
  const { meta, error } = listing;
  const name = sourceName(listing.ref.source);
  const [emptied, setEmptied] = useState<string>();
  if (meta?.total === 0 && emptied !== name) setEmptied(name);
  if (error) return <LoadFailure error={error} onRetry={listing.reload} />;
  if (!meta)
    return loading ? <ListingSkeleton view={view} listing={listing.ref} /> : <div className="files-wait" />;
  if (meta.total === 0) return empty;
  return (
    <ListingView key={name} total={meta.total} wasEmpty={emptied === name} {...{ listing, view, ...rest }} />
  );
};
