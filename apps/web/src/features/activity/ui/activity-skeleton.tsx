import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';

/** Milliseconds after which what loads shows that it does. */
const patience = 150;
const rows = [1, 2, 3, 4, 5];

/** The shape of a log that is still loading. */
export const ActivitySkeleton = () => {
  const isLate = useDelayed(true, patience);
  return (
    <div className="activity-skeleton" aria-hidden="true">
      {isLate && rows.map((row) => <Skeleton key={row} width="100%" height={18} />)}
    </div>
  );
};
