import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';

const rows = [1, 2, 3, 4, 5, 6];

/** Placeholder with the shape of users while they load. */
export const UsersSkeleton = () => (
  <div className="users-skeleton" aria-hidden="true">
    {rows.map((row) => (
      <LateSkeleton key={row} width="100%" height={32} radius={10} />
    ))}
  </div>
);
