import { useQuery } from '@tanstack/react-query';
import { storageQuery } from '#features/storage/storage.queries.ts';
import { StorageCards } from '#features/storage/ui/storage-cards.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { useTitle } from './use-title.ts';

/** `/user/settings/storage`: the stored bytes by category, and the traffic. */
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
        <UnloadedCard height={320} {...{ isError, isFetching, refetch }} />
      )}
    </SectionPage>
  );
};
