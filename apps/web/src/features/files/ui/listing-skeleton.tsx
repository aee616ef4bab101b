import './listing-view.css';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import type { ListingRef } from '../cache/files.queries.ts';
import { EntrySkeleton } from './entry-skeleton.tsx';
import { ListHeader } from './list-header.tsx';

const shown = 12;
const ignore = (): void => undefined;

interface ListingSkeletonProps {
  readonly view: 'list' | 'grid';
  readonly listing: ListingRef;
}

/** The placeholder of a listing whose length is unknown. */
export const ListingSkeleton = ({ view, listing }: ListingSkeletonProps) => {
  const t = useText();
  const compact = useMedia(media.phone);
  const items = Array.from({ length: shown }, (_, index) => (
    <EntrySkeleton key={index} index={index} view={view} compact={compact} />
  ));
  return (
    <div className="listing" data-view={view} aria-busy="true" aria-label={t('files.loading')} role="status">
      {view === 'list' && !compact && (
        <div aria-hidden="true" inert>
          <ListHeader
            {...listing}
            onSort={ignore}
            allSelected={false}
            someSelected={false}
            onSelectAll={ignore}
          />
        </div>
      )}
      {view === 'grid' ? <div className="grid-rows grid-rows-loading">{items}</div> : items}
    </div>
  );
};
