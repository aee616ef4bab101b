import { SearchButton } from '#features/spotlight/ui/search-button.tsx';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { ViewMenu } from './view-menu.ts';

/** The end of the top bar of a listing that nothing is added to. */
export const ListingActions = () => {
  const mobile = useMedia(media.mobile);
  return (
    <>
      <SearchButton />
      {mobile && (
        <PopupSlot>
          <ViewMenu />
        </PopupSlot>
      )}
    </>
  );
};
