import { useQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyBlock, ErrorBlock } from '#shared/ui/empty-block.tsx';
import { activityQueryOf } from '../activity-address.ts';
import { userActivityQuery } from '../activity.queries.ts';
import { ActivityList } from './activity-list.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';

/** What happened last around one account. */
export const UserActivity = ({ userId }: { readonly userId: string }) => {
  const t = useText();
  const { data, isPending, isError, isFetching, refetch } = useQuery(userActivityQuery(userId));
  return (
    <Card
      title={t('user.activity')}
      end={
        <Link to={adminPaths.activity() + activityQueryOf({ user: userId })}>{t('user.activity_all')}</Link>
      }
    >
      {isPending && <ActivitySkeleton />}
      {isError && !data && <ErrorBlock busy={isFetching} onRetry={() => void refetch()} />}
      {data && data.data.length === 0 && <EmptyBlock title={t('user.activity_empty')} />}
      {data && data.data.length > 0 && <ActivityList entries={data.data} />}
    </Card>
  );
};
