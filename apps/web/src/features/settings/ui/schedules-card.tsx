import { useQuery } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Card } from '#shared/ui/card.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { schedulesQuery, type ScheduleState } from '../schedules.queries.ts';
import { groupQuery } from '../settings.queries.ts';
import { settingLabels } from '#shared/i18n/setting-labels.ts';
import { ScheduleNews } from './schedule-news.tsx';
import { ScheduleSetting } from './schedule-setting.tsx';
import { NumberSetting } from './setting-fields.tsx';

/** Schedules of backups, examinations and file verification. */
export const SchedulesCard = () => {
  const t = useText();
  const { data: settings, isError, isFetching, refetch } = useQuery(groupQuery('schedules'));
  const { data: schedules } = useQuery(schedulesQuery);
  if (!settings)
    return (
      <UnloadedCard title={t('settings.schedules')} height={320} {...{ isError, isFetching, refetch }} />
    );
  const tab = { group: 'schedules', settings } as const;
  const stateOf = (task: ScheduleState['task']): ScheduleState | undefined =>
    schedules?.data.find((state) => state.task === task);
  const verification = stateOf('verification');
  return (
    <Card title={t('settings.schedules')}>
      {schedules && (
        <p className="card-note">{t('settings.schedules_zone', { zone: schedules.meta.time_zone })}</p>
      )}
      <ScheduleSetting
        {...{ tab }}
        task="backup"
        {...settingLabels('backup_schedule')}
        state={stateOf('backup')}
      />
      {settings.data.attributes['backup_schedule'] !== 'off' && (
        <NumberSetting
          tab={tab}
          name="backup_keep"
          {...settingLabels('backup_keep')}
          range={{ least: 1, most: 1_000, fault: t('settings.backup_keep_range') }}
        />
      )}
      <ScheduleSetting
        {...{ tab }}
        task="doctor"
        {...settingLabels('doctor_schedule')}
        state={stateOf('doctor')}
      />
      <NumberSetting
        tab={tab}
        name="scrub_days"
        {...settingLabels('scrub')}
        unit={t('settings.trash_days')}
        below={
          <>
            {verification && <ScheduleNews state={verification} />}
            <Link className="schedule-link" to={adminPaths.server('status')}>
              {t('settings.scrub_results')}
            </Link>
          </>
        }
      />
    </Card>
  );
};
