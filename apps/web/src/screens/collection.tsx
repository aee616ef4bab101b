import type { ComponentProps, ReactNode } from 'react';
import type { ListingRef } from '#features/files/cache/files.queries.ts';
import { Breadcrumbs } from '#features/files/ui/breadcrumbs.tsx';
import { useListing } from '#features/files/listing/use-listing.ts';
import { HomeAdd } from './home-add.tsx';
import { ListingActions } from './listing.actions.tsx';
import { ListingScreen } from './listing.screen.tsx';
import { useTitle } from './use-title.ts';

interface CollectionProps extends Pick<ComponentProps<typeof ListingScreen>, 'banner' | 'drawing'> {
  readonly listed: ListingRef;
  readonly title: string;
  /** Stands in the place of the rows where there are none. */
  readonly empty: ReactNode;
}

/** A screen that gathers items of many folders: nothing is above it, and additions go to Home. */
export const Collection = ({ listed, title, ...parts }: CollectionProps) => {
  const listing = useListing(listed);
  useTitle(title);
  return (
    <ListingScreen
      listing={listing}
      title={title}
      heading={<Breadcrumbs listing={listing.ref} ancestors={[]} title={title} emoji={null} />}
      actions={<ListingActions />}
      {...parts}
    >
      <HomeAdd />
    </ListingScreen>
  );
};
