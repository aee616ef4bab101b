import { useQuery } from '@tanstack/react-query';
import { groupQuery } from '#features/settings/settings.queries.ts';
import { AppearanceTab } from '#features/settings/ui/appearance-tab.tsx';
import { EnvironmentTab } from '#features/settings/ui/environment-tab.tsx';
import { OthersTab } from '#features/settings/ui/others-tab.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { serverViews, settingsTabs } from '#shared/paths/settings-tabs.ts';
import { Link } from '#shared/router/link.tsx';
import { reveal } from '#shared/ui/reveal.ts';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { Tabs } from '#shared/ui/tabs.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { ServerTab } from './settings.server.tsx';
import { useTitle } from './use-title.ts';

const groups = { appearance: AppearanceTab, environment: EnvironmentTab, others: OthersTab } as const;

const Group = ({ group }: { readonly group: keyof typeof groups }) => {
  const { data, isError, isFetching, refetch } = useQuery(groupQuery(group));
  const Tab = groups[group];
  if (data) return <Tab tab={{ group, settings: data }} />;
  return <UnloadedCard height={420} {...{ isError, isFetching, refetch }} />;
};

/** The settings of the application; each tab has an address of its own, without one it is Appearance. */
export const SettingsScreen = ({
  params,
}: {
  readonly params: Readonly<Record<string, string | undefined>>;
}) => {
  const t = useText();
  const [open, view] = params['tab']?.split('/') ?? [];
  const { tab, label } = settingsTabs.find((one) => one.tab === open) ?? settingsTabs[0];
  useTitle(`${t(label)} · ${t('settings.title')}`);
  return (
    <SectionPage title={t('settings.title')}>
      <Tabs label={t('settings.tabs')}>
        {settingsTabs.map((one) => (
          <Link
            key={one.tab}
            to={adminPaths.settings(one.tab)}
            aria-current={one.tab === tab ? 'page' : undefined}
            ref={one.tab === tab ? reveal : undefined}
          >
            {t(one.label)}
          </Link>
        ))}
      </Tabs>
      {tab === 'server' ? (
        <ServerTab view={serverViews.find((one) => one.view === view)?.view ?? 'status'} />
      ) : (
        <Group key={tab} group={tab} />
      )}
    </SectionPage>
  );
};
