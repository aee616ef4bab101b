import { Upload } from 'lucide-react';
import { latestSource } from '#features/files/listing-source.ts';
import { defaultSorting } from '#features/files/sorting.ts';
import { Breadcrumbs } from '#features/files/ui/breadcrumbs.tsx';
import { EmptyPicture, Notice } from '#features/files/ui/notice.tsx';
import { useListing } from '#features/files/use-listing.ts';
import { openFilePicker } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { HomeAdd } from './home-add.tsx';
import { ListingActions } from './listing.actions.tsx';
import { ListingScreen } from './listing.screen.tsx';
import { useTitle } from './use-title.ts';

/** `/platform/recent-uploads`: the newest files of the whole account. */
export const LatestScreen = () => {
  const t = useText();
  const listing = useListing({ source: latestSource, sorting: defaultSorting });
  const title = t('latest.title');
  useTitle(title);
  return (
    <ListingScreen
      listing={listing}
      title={title}
      heading={<Breadcrumbs listing={listing.ref} ancestors={[]} title={title} emoji={null} />}
      actions={<ListingActions />}
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
    >
      <HomeAdd />
    </ListingScreen>
  );
};
