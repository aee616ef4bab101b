import { defaultSorting } from '@holdall/contract/listing-order';
import { latestLimits } from '@holdall/contract/limits';
import { useIsFetching } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { sourceKey } from '#features/files/cache/files.queries.ts';
import { askForMoreLatest, latestCount } from '#features/files/cache/latest.store.ts';
import { latestSource } from '#features/files/listing/listing-source.ts';
import { EmptyPicture } from '#features/files/ui/empty-picture.tsx';
import { GridTile } from '#features/files/ui/grid-tile.tsx';
import { LocatedHeader } from '#features/files/ui/located-header.tsx';
import { LocatedRow } from '#features/files/ui/located-row.tsx';
import type { ListingDrawing } from '#features/files/ui/listing-view.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { useListing } from '#features/files/listing/use-listing.ts';
import { openFilePicker } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Collection } from './collection.tsx';

const listed = { source: latestSource, sorting: defaultSorting };
const drawing: ListingDrawing = { Tile: GridTile, Row: LocatedRow, Header: LocatedHeader };

/** Above the list where it is not all: how many it shows, and the way to more. */
const CountNotice = () => {
  const t = useText();
  const { meta, more, reload } = useListing(listed);
  const isLoading = useIsFetching({ queryKey: sourceKey(latestSource) }) > 0;
  const asked = useStore(latestCount);
  if (!meta || more !== true) return null;
  const isMost = meta.total >= latestLimits.max;
  return (
    <div className="located-notice">
      <span>{t(isMost ? 'latest.most' : 'latest.shown', { count: meta.total })}</span>
      {!isMost && (
        <Button
          size="small"
          busy={isLoading && asked !== meta.limit}
          onClick={() => {
            // After a try that failed, the same number is asked for again.
            if (asked === meta.limit) askForMoreLatest();
            reload();
          }}
        >
          {t('latest.show_more')}
        </Button>
      )}
    </div>
  );
};

/** `/platform/recent-uploads`: the newest files of the whole account. */
export const LatestScreen = () => {
  const t = useText();
  return (
    <Collection
      listed={listed}
      title={t('latest.title')}
      drawing={drawing}
      banner={<CountNotice />}
      empty={
        <Notice
          picture={<EmptyPicture />}
          title={t('latest.empty.title')}
          text={t('latest.empty.text')}
          actions={
            <Button look="primary" icon={<Upload />} onClick={() => openFilePicker(null)}>
              {t('files.upload_files')}
            </Button>
          }
        />
      }
    />
  );
};
