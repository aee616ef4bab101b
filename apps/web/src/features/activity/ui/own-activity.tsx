import { History } from 'lucide-react';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { userQuery } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyBlock, ErrorBlock } from '#shared/ui/empty-block.tsx';
import { ownActivityQuery } from '../own-activity.queries.ts';
import { ownSentenceOf } from '../own-sentences.ts';
import { ActivityList } from './activity-list.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';

/** What happened in and around one's own account: sign-ins, failures, changes. */
export const OwnActivity = () => {
  const t = useText();
  const ownId = useSuspenseQuery(userQuery).data.data.id;
  const { data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(ownActivityQuery);
  const entries = data?.pages.flatMap((page) => page.data);
  return (
    <Card title={t('activity.recent')}>
      {entries?.length === 0 && <EmptyBlock icon={<History />} title={t('activity.empty')} />}
      {entries && entries.length > 0 && <ActivityList entries={entries} tell={ownSentenceOf(ownId)} />}
      {!entries &&
        (isError ? <ErrorBlock busy={isFetching} onRetry={() => void refetch()} /> : <ActivitySkeleton />)}
      {hasNextPage && (
        <div className="card-footer">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('activity.more')}
          </Button>
        </div>
      )}
    </Card>
  );
};
