import { ViewMenu } from '#features/files/ui/view-menu.tsx';
import { SearchButton } from '#features/spotlight/ui/search-button.tsx';
import { media, useMedia } from '#shared/lib/use-media.ts';

/** The end of the top bar of a listing that nothing is added to. */
export const ListingActions = () => {
  const mobile = useMedia(media.mobile);
  return (
    <>
      <SearchButton />
      {mobile && <ViewMenu />}
    </>
  );
};
