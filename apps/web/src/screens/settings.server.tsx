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
import { SchedulesCard } from '#features/settings/ui/schedules-card.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { serverViews, type ServerView } from '#shared/paths/settings-tabs.ts';
import { Link } from '#shared/router/link.tsx';
import { reveal } from '#shared/ui/reveal.ts';
import { Tabs } from '#shared/ui/tabs.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';

/** The state of the server: urgent parts first, its environment last. */
const Status = () => {
  const t = useText();
  const { data, isError, isFetching, refetch } = useQuery(serverQuery);
  return (
    <>
      {data ? (
        <ChecksCard {...data} isLooking={isFetching} again={() => void refetch()} />
      ) : (
        <UnloadedCard title={t('server.checks')} height={320} {...{ isError, isFetching, refetch }} />
      )}
      <DamageCard />
      <DoctorCard />
      {data && (
        <>
          <ServerCard server={data} />
          <NodesCard nodes={data.nodes} />
        </>
      )}
    </>
  );
};

/** The backups that there are, and when the server makes them and looks after what it keeps. */
const Backups = () => (
  <>
    <BackupsCard />
    <SchedulesCard />
  </>
);

const bodies = {
  status: Status,
  backups: Backups,
  jobs: JobsCards,
  logs: LogsCard,
} as const satisfies Record<ServerView, unknown>;

/** The server itself: its state, its backups, its jobs and its log, each at an address of its own. */
export const ServerTab = ({ view }: { readonly view: ServerView }) => {
  const t = useText();
  const Body = bodies[view];
  return (
    <>
      <Tabs label={t('server.views')} look="pills">
        {serverViews.map((one) => (
          <Link
            key={one.view}
            to={adminPaths.server(one.view)}
            aria-current={one.view === view ? 'page' : undefined}
            ref={one.view === view ? reveal : undefined}
          >
            {t(one.label)}
          </Link>
        ))}
      </Tabs>
      <Body />
    </>
  );
};
