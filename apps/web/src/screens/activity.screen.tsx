import { activityQueryOf, activityViewFrom } from '#features/activity/activity-address.ts';
import { ExportLinks } from '#features/activity/ui/export-links.tsx';
import { ActivityLog } from '#features/activity/ui/activity-log.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { SectionPage } from '#shared/ui/section-page.tsx';
import { useTitle } from './use-title.ts';

/** The activity log of all accounts and of the settings. */
export const ActivityScreen = () => {
  const t = useText();
  useTitle(t('activity.title'));
  const { search } = useLocation();
  const view = activityViewFrom(search);
  return (
    <SectionPage
      wide
      title={t('activity.title')}
      lead={t('activity.lead')}
      actions={<ExportLinks view={view} />}
    >
      <ActivityLog
        view={view}
        onView={(view) => navigate(adminPaths.activity() + activityQueryOf(view), { replace: true })}
      />
    </SectionPage>
  );
};
