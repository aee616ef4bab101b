import { useQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { activityQueryOf } from '../activity-address.ts';
import { userActivityQuery } from '../activity.queries.ts';
import { ActivityBody } from './activity-body.tsx';

/** Shows the latest entries about one account. */
export const UserActivity = ({ userId }: { readonly userId: string }) => {
  const t = useText();
  const { data, isError, isFetching, refetch } = useQuery(userActivityQuery(userId));
  return (
    <Card
      title={t('user.activity')}
      end={
        <Link to={adminPaths.activity() + activityQueryOf({ user: userId })}>{t('user.activity_all')}</Link>
      }
    >
      <ActivityBody
        {...{ isError, isFetching, refetch }}
        entries={data?.data}
        empty={<EmptyBlock title={t('user.activity_empty')} />}
      />
    </Card>
  );
};
