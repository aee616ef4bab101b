import { useQuery } from '@tanstack/react-query';
import { JobsCards } from '#features/jobs/ui/jobs-cards.tsx';
import { serverQuery } from '#features/server/server.queries.ts';
import { BackupsCard } from '#features/server/ui/backups-card.tsx';
import { ChecksCard } from '#features/server/ui/checks-card.tsx';
import { DamageCard } from '#features/server/ui/damage-card.tsx';
import { DoctorCard } from '#features/server/ui/doctor-card.tsx';
import { LogsCard } from '#features/server/ui/logs-card.tsx';
import { NodesCard } from '#features/server/ui/nodes-card.tsx';
import { ServerCard } from '#features/server/ui/server-card.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';

const Machine = () => {
  const t = useText();
  const { data, isError, isFetching, refetch } = useQuery(serverQuery);
  if (!data)
    return <UnloadedCard title={t('server.this')} height={320} {...{ isError, isFetching, refetch }} />;
  return (
    <>
      <ServerCard server={data} />
      <NodesCard nodes={data.nodes} />
      <ChecksCard {...data} isLooking={isFetching} again={() => void refetch()} />
    </>
  );
};

/** The server itself: what it is made of, its backups, its health, its work and its log. */
export const ServerTab = () => (
  <>
    <Machine />
    <BackupsCard />
    <DamageCard />
    <DoctorCard />
    <JobsCards />
    <LogsCard />
  </>
);
