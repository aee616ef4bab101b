import { History } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyBlock, ErrorBlock } from '#shared/ui/empty-block.tsx';
import { isFiltered, type ActivityView } from '../activity-address.ts';
import { activityQuery } from '../activity.queries.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';

interface ActivityLogProps {
  readonly view: ActivityView;
  readonly onView: (view: ActivityView) => void;
}

/** The whole log, filtered, as far back as one goes on. */
export const ActivityLog = ({ view, onView }: ActivityLogProps) => {
  const t = useText();
  const { data, isPending, isError, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(activityQuery(view));
  const entries = data?.pages.flatMap((page) => page.data);
  return (
    <Card>
      <ActivityFilters {...{ view, onView }} />
      <div aria-busy={isFetching}>
        {isPending && <ActivitySkeleton />}
        {isError && !entries && <ErrorBlock busy={isFetching} onRetry={() => void refetch()} />}
        {entries?.length === 0 && (
          <EmptyBlock
            icon={<History />}
            title={t(isFiltered(view) ? 'activity.empty_filtered' : 'activity.empty')}
          />
        )}
        {entries && entries.length > 0 && <ActivityList entries={entries} />}
      </div>
      {hasNextPage && (
        <div className="activity-more">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('activity.older')}
          </Button>
        </div>
      )}
    </Card>
  );
};
