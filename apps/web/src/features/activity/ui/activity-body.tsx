import type { ActivityEntry } from '@holdall/contract/activity';
import type { ReactNode } from 'react';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import type { sentenceOf } from '../sentences.ts';
import { ActivityList } from './activity-list.tsx';

interface ActivityBodyProps {
  /** Undefined until they are loaded. */
  readonly entries: readonly ActivityEntry[] | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
  /** Shown where there are no entries. */
  readonly empty: ReactNode;
  /** Formats an entry as a sentence. */
  readonly tell?: typeof sentenceOf;
}

const rows = [1, 2, 3, 4, 5];

/** Placeholder with the shape of a log while it loads. */
const ActivitySkeleton = () => (
  <div className="activity-skeleton" aria-hidden="true">
    {rows.map((row) => (
      <LateSkeleton key={row} width="100%" height={18} />
    ))}
  </div>
);

/** Shows entries of the audit log, or a placeholder while loading, on failure and where there are none. */
export const ActivityBody = ({ entries, empty, tell, ...loading }: ActivityBodyProps) => {
  if (!entries)
    return (
      <Unloaded {...loading}>
        <ActivitySkeleton />
      </Unloaded>
    );
  return entries.length === 0 ? empty : <ActivityList entries={entries} {...(tell && { tell })} />;
};
