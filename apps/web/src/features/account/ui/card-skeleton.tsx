import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';

/** Milliseconds after which what loads shows that it does. */
const patience = 150;

/** Lines of a card that are still loading. */
export const CardSkeleton = () => {
  const isLate = useDelayed(true, patience);
  return (
    <div className="card-item" aria-busy="true">
      {isLate ? <Skeleton width={220} /> : <Skeleton width={0} />}
    </div>
  );
};
