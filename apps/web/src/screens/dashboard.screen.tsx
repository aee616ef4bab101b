import { useQuery } from '@tanstack/react-query';
import { dashboardQuery, type Dashboard } from '#features/dashboard/dashboard.queries.ts';
import { CategoriesCard } from '#features/dashboard/ui/categories-card.tsx';
import { HealthCard } from '#features/dashboard/ui/health-card.tsx';
import { HealthWarnings, shownWarnings } from '#features/dashboard/ui/health-warnings.tsx';
import { NewestUsers } from '#features/dashboard/ui/newest-users.tsx';
import { Tiles } from '#features/dashboard/ui/tiles.tsx';
import { TrafficChart } from '#features/storage/ui/traffic-chart.tsx';
import { CreateUserButton } from '#features/users/ui/create-user-button.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { Card } from '#shared/ui/card.tsx';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { useTitle } from './use-title.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const Traffic = ({ chart }: { readonly chart: Dashboard['traffic'] }) => {
  const t = useText();
  const upload = sum(chart.map((day) => day.upload));
  const download = sum(chart.map((day) => day.download));
  if (upload + download === 0) return null;
  return (
    <Card
      padded
      title={t('dashboard.traffic')}
      end={<span className="muted">{t('traffic.days', { days: chart.length })}</span>}
    >
      <TrafficChart traffic={{ upload, download, chart }} />
    </Card>
  );
};

const Loaded = ({ data }: { readonly data: Dashboard }) => (
  <>
    <HealthWarnings {...data} />
    <Tiles {...data} />
    <div className="dashboard-columns">
      <Traffic chart={data.traffic} />
      <CategoriesCard storage={data.storage} />
    </div>
    <div className="dashboard-columns">
      <NewestUsers users={data.newest_users} />
      <HealthCard {...data} />
    </div>
  </>
);

/** The health of the installation. */
export const DashboardScreen = () => {
  const t = useText();
  useTitle(t('dashboard.title'));
  const { data, isError, isFetching, refetch } = useQuery(dashboardQuery);
  const unsound = data?.verification?.sound === false ? 1 : 0;
  const warned = data === undefined ? 0 : shownWarnings(data.warnings).length;
  const damaged = data !== undefined && data.integrity.damaged > 0 ? 1 : 0;
  const troubles =
    (data?.health.filter(({ state }) => state !== 'ok').length ?? 0) + unsound + damaged + warned;
  const lead = troubles === 0 ? t('dashboard.fine') : t('dashboard.trouble', { count: troubles });
  return (
    <SectionPage
      wide
      title={t('dashboard.title')}
      lead={data && lead}
      actions={<CreateUserButton onClick={() => navigate(adminPaths.createUser())} />}
    >
      {data ? <Loaded data={data} /> : <UnloadedCard height={320} {...{ isError, isFetching, refetch }} />}
    </SectionPage>
  );
};
