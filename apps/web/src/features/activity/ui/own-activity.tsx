import { accountEndpoints } from '@holdall/contract/account.endpoints';
import { History } from 'lucide-react';
import { infiniteQueryOptions, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { ownActivityKey } from '#shared/api/query-keys.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { userQuery } from '#shared/session/session.ts';
import { Card } from '#shared/ui/card.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { ownSentenceOf } from '../own-sentences.ts';
import { ActivityBody } from './activity-body.tsx';
import { OlderEntries } from './older-entries.tsx';

/** Entries per page. */
const pageSize = 10;

/** Activity of the user's own account, the latest first. */
const ownActivityQuery = infiniteQueryOptions({
  queryKey: ownActivityKey,
  queryFn: ({ pageParam, signal }) =>
    call(accountEndpoints.listOwnActivity, { query: { before: pageParam, limit: pageSize }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ meta }) => meta.next ?? undefined,
});

/** Shows the activity of the user's own account: sign-ins, failures, changes. */
export const OwnActivity = () => {
  const t = useText();
  const ownId = useSuspenseQuery(userQuery).data.data.id;
  const log = useInfiniteQuery(ownActivityQuery);
  const { data, isError, isFetching, hasNextPage, refetch } = log;
  return (
    <Card title={t('activity.recent')}>
      <ActivityBody
        {...{ isError, isFetching, refetch }}
        entries={data?.pages.flatMap((page) => page.data)}
        empty={<EmptyBlock icon={<History />} title={t('activity.empty')} />}
        tell={ownSentenceOf(ownId)}
      />
      {hasNextPage && (
        <div className="card-footer">
          <OlderEntries log={log} size="small">
            {t('activity.more')}
          </OlderEntries>
        </div>
      )}
    </Card>
  );
};
