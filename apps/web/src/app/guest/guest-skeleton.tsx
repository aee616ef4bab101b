import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { GuestFrame } from './guest-frame.tsx';

/** Milliseconds until loading shows. */
const patience = 150;

/** A link of which nothing is known yet. */
export const GuestSkeleton = () => {
  const late = useDelayed(true, patience);
  return (
    <GuestFrame>
      <main className="sheet guest-loading" aria-busy="true">
        {late && (
          <>
            <Skeleton width={220} height={24} />
            {[160, 240, 200, 180].map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </>
        )}
      </main>
    </GuestFrame>
  );
};
