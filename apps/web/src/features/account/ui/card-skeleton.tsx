import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';

/** The line of a card that is still loading. */
export const CardSkeleton = () => (
  <div className="card-item" aria-busy="true">
    <LateSkeleton width={220} />
  </div>
);
