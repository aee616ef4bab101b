import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';

const rows = [1, 2, 3, 4, 5];

/** Placeholder with the shape of a log while it loads. */
export const ActivitySkeleton = () => (
  <div className="activity-skeleton" aria-hidden="true">
    {rows.map((row) => (
      <LateSkeleton key={row} width="100%" height={18} />
    ))}
  </div>
);
