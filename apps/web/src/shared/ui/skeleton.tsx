import './skeleton.css';

export interface SkeletonProps {
  readonly width: number | string;
  readonly height?: number;
  readonly radius?: number;
}

/** The grey shape of something that is still loading. */
export const Skeleton = ({ width, height = 12, radius = 6 }: SkeletonProps) => (
  <span className="skeleton" aria-hidden="true" style={{ width, height, borderRadius: radius }} />
);
