import { ViewMenu } from '#features/files/ui/view-menu.tsx';
import { media, useMedia } from '#shared/lib/use-media.ts';

/** The end of the top bar of a listing that nothing is added to. */
export const ListingActions = () => {
  const mobile = useMedia(media.mobile);
  return mobile ? <ViewMenu /> : null;
};
