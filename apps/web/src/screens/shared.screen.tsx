import { useInfiniteQuery } from '@tanstack/react-query';
import { sharedSource } from '#features/files/listing/listing-source.ts';
import { sortingFrom } from '#features/files/listing/sorting.ts';
import type { ListingDrawing } from '#features/files/ui/listing-view.tsx';
import { EmptyPicture } from '#features/files/ui/empty-picture.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { SharedHeader } from '#features/files/ui/shared-header.tsx';
import { SharedRow } from '#features/files/ui/shared-row.tsx';
import { SharedTile } from '#features/files/ui/shared-tile.tsx';
import { collectionsQuery } from '#features/sharing/sharing.queries.ts';
import { askForFiles, sharingPopup } from '#features/sharing/sharing.store.ts';
import { CollectionsSection } from '#features/sharing/ui/collections-section.tsx';
import { EndedNotice } from '#features/sharing/ui/ended-notice.tsx';
import { RequestsSection } from '#features/requests/ui/requests-section.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useLocation } from '#shared/router/location.ts';
import { Collection } from './collection.tsx';
import { useMailedChanges } from './use-mailed-changes.ts';

const drawing: ListingDrawing = { Tile: SharedTile, Row: SharedRow, Header: SharedHeader };

/** `/platform/my-shared-items`: the items that have a live link. */
export const SharedScreen = () => {
  const t = useText();
  const { search } = useLocation();
  useMailedChanges(search);
  const hasCollections = (useInfiniteQuery(collectionsQuery).data ?? []).length > 0;
  return (
    <Collection
      listed={{ source: sharedSource, sorting: sortingFrom(search, sharedSource) }}
      title={t('shared.title')}
      drawing={drawing}
      banner={
        <>
          <RequestsSection
            onAsk={() => askForFiles(null)}
            onShow={() => sharingPopup.set({ about: 'requests' })}
          />
          <EndedNotice />
          <CollectionsSection />
        </>
      }
      empty={
        hasCollections ? (
          <p className="shared-single-empty">{t('shared.empty.collections')}</p>
        ) : (
          <Notice picture={<EmptyPicture />} title={t('shared.empty.title')} text={t('shared.empty.text')} />
        )
      }
    />
  );
};
