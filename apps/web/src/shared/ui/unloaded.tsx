import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { ErrorBlock } from './empty-block.tsx';
import { LateSkeleton } from './late-skeleton.tsx';

interface Loading {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface UnloadedProps extends Loading {
  /** Its shape while it loads. */
  readonly children: ReactNode;
}

/** Stands for a part that loads still, or could not be loaded and is tried again. */
export const Unloaded = ({ isError, isFetching, refetch, children }: UnloadedProps) =>
  isError ? <ErrorBlock busy={isFetching} onRetry={() => void refetch()} /> : children;

interface UnloadedCardProps extends Loading {
  readonly title?: string;
  /** The height of its shape. */
  readonly height: number;
}

/** Stands for a whole card that loads still, or could not be loaded. */
export const UnloadedCard = ({ title, height, ...loading }: UnloadedCardProps) => (
  <Card {...(title !== undefined && { title })}>
    <Unloaded {...loading}>
      <LateSkeleton width="100%" height={height} radius={16} />
    </Unloaded>
  </Card>
);
