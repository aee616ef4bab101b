import { History } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { isFiltered, type ActivityView } from '../activity-address.ts';
import { activityQuery } from '../activity.queries.ts';
import { ActivityBody } from './activity-body.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { OlderEntries } from './older-entries.tsx';

interface ActivityLogProps {
  readonly view: ActivityView;
  readonly onView: (view: ActivityView) => void;
}

/** Shows the audit log with filters, loading older entries on demand. */
export const ActivityLog = ({ view, onView }: ActivityLogProps) => {
  const t = useText();
  const log = useInfiniteQuery(activityQuery(view));
  const { data, isError, isFetching, hasNextPage, refetch } = log;
  return (
    <Card>
      <ActivityFilters {...{ view, onView }} />
      <div aria-busy={isFetching}>
        <ActivityBody
          {...{ isError, isFetching, refetch }}
          entries={data?.pages.flatMap((page) => page.data)}
          empty={
            <EmptyBlock
              icon={<History />}
              title={t(isFiltered(view) ? 'activity.empty_filtered' : 'activity.empty')}
            />
          }
        />
      </div>
      {hasNextPage && (
        <div className="activity-more">
          <OlderEntries log={log}>{t('activity.older')}</OlderEntries>
        </div>
      )}
    </Card>
  );
};
