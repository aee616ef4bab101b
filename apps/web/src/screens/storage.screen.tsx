import { useQuery } from '@tanstack/react-query';
import { storageQuery } from '#features/storage/storage.queries.ts';
import { StorageCards } from '#features/storage/ui/storage-cards.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import { ErrorBlock } from '#shared/ui/empty-block.tsx';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useTitle } from './use-title.ts';

/** `/user/settings/storage`: what is kept, by category, and what went up and down. */
export const StorageScreen = () => {
  const t = useText();
  const plan = useConfig(({ subscriptionType }) => subscriptionType);
  useTitle(t('storage.title'));
  const { data, isError, isFetching, refetch } = useQuery({ ...storageQuery, staleTime: 0 });
  return (
    <SectionPage title={t('storage.title')} lead={t('storage.lead')}>
      {data ? (
        <StorageCards storage={data} note={t(`storage.plan.${plan}`)} />
      ) : (
        <Card>
          {isError ? (
            <ErrorBlock busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Skeleton width="100%" height={320} radius={16} />
          )}
        </Card>
      )}
    </SectionPage>
  );
};
