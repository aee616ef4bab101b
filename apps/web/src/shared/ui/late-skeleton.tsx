import { useDelayed } from '#shared/lib/use-delayed.ts';
import { Skeleton, type SkeletonProps } from './skeleton.tsx';

/** Milliseconds after which what loads shows that it does. */
const patience = 150;

/** The grey shape of something that takes long to load; until then there is only its room. */
export const LateSkeleton = ({ width, ...rest }: SkeletonProps) => (
  <Skeleton {...rest} width={useDelayed(true, patience) ? width : 0} />
);
