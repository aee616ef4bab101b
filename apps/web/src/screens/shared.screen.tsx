import { sharedSource } from '#features/files/listing-source.ts';
import { sortingFrom } from '#features/files/sorting.ts';
import { Breadcrumbs } from '#features/files/ui/breadcrumbs.tsx';
import { EmptyPicture, Notice } from '#features/files/ui/notice.tsx';
import { useListing } from '#features/files/use-listing.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useLocation } from '#shared/router/location.ts';
import { HomeAdd } from './home-add.tsx';
import { ListingActions } from './listing.actions.tsx';
import { ListingScreen } from './listing.screen.tsx';
import { useTitle } from './use-title.ts';

/** `/platform/my-shared-items`: what has a live link. */
export const SharedScreen = () => {
  const t = useText();
  const { search } = useLocation();
  const listing = useListing({ source: sharedSource, sorting: sortingFrom(search, sharedSource) });
  const title = t('shared.title');
  useTitle(title);
  return (
    <ListingScreen
      listing={listing}
      title={title}
      heading={<Breadcrumbs listing={listing.ref} ancestors={[]} title={title} emoji={null} />}
      actions={<ListingActions />}
      empty={
        <Notice picture={<EmptyPicture />} title={t('shared.empty.title')} text={t('shared.empty.text')} />
      }
    >
      <HomeAdd />
    </ListingScreen>
  );
};
