import { Skeleton } from '#shared/ui/skeleton.tsx';

const nameWidths = [220, 280, 180, 240, 200, 300, 160];

interface EntrySkeletonProps {
  readonly index: number;
  readonly view: 'list' | 'grid';
  readonly compact: boolean;
  /** Pixels from the first entry; undefined if it is laid out in the flow. */
  readonly top?: number | undefined;
  /** Pixels from the side where lines start, of a tile. */
  readonly start?: number;
}

/** The placeholder of an entry that is not loaded yet, in its final geometry. */
export const EntrySkeleton = ({ index, view, compact, top, start }: EntrySkeletonProps) => {
  const width = nameWidths[index % nameWidths.length] ?? 200;
  if (view === 'grid')
    return (
      <div className="grid-tile" style={{ top, insetInlineStart: start }} aria-hidden="true">
        <div className="grid-picture">
          <Skeleton width="60%" height={64} radius={9} />
        </div>
        <div className="grid-caption">
          <Skeleton width="70%" />
          <Skeleton width="40%" height={10} />
        </div>
      </div>
    );
  return (
    <div className="list-row" style={{ top }} data-line={index > 0 || undefined} aria-hidden="true">
      {!compact && <span className="list-check" />}
      <span className="list-name">
        <span className="list-icon">
          <Skeleton width={compact ? 44 : 36} height={compact ? 44 : 36} radius={8} />
        </span>
        <Skeleton width={compact ? width * 0.7 : width} />
        {compact && (
          <span className="list-facts">
            <Skeleton width={96} height={10} />
          </span>
        )}
      </span>
      {!compact && (
        <>
          <span className="list-kind">
            <Skeleton width={84} />
          </span>
          <Skeleton width={52} />
          <Skeleton width={78} />
          <span />
        </>
      )}
    </div>
  );
};
