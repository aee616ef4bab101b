import { useSuspenseQuery } from '@tanstack/react-query';
import { userQuery } from '#shared/session/session.ts';
import { ListingFrame, type ListingFrameProps } from './listing.frame.tsx';
import { useFavourites } from './use-favourites.ts';

/** A listing of the signed-in user. */
export const ListingScreen = (props: Omit<ListingFrameProps, 'restrictions' | 'favourites'>) => {
  const { restrictions } = useSuspenseQuery(userQuery).data.data.meta;
  const favourites = useFavourites();
  return <ListingFrame {...props} {...{ restrictions, favourites }} />;
};
