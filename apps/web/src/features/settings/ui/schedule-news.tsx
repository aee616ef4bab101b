import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { Spinner } from '#shared/ui/spinner.tsx';
import type { ScheduleState } from '../schedules.queries.ts';

const icons = { ok: CircleCheck, problems: TriangleAlert, failed: CircleAlert } as const;

/** Shows the last result and the next run of a task. */
export const ScheduleNews = ({
  state: { running, last, next_at: next },
}: {
  readonly state: ScheduleState;
}) => {
  const t = useText();
  const Icon = last && icons[last.outcome];
  return (
    <div className="schedule-news numeric" role="status">
      {running ? (
        <p>
          <Spinner />
          {t('settings.schedule_running')}
        </p>
      ) : (
        <p data-outcome={last?.outcome}>
          {Icon && <Icon className="icon-16" />}
          {last
            ? [
                t('settings.schedule_last', { date: formatLongDate(last.at) }),
                t(`settings.schedule_${last.outcome}`),
              ].join(' · ')
            : t('settings.schedule_never')}
        </p>
      )}
      {!running && last?.reason && <p data-outcome="failed">{last.reason}</p>}
      {next && <p>{t('settings.schedule_next', { date: formatLongDate(next) })}</p>}
    </div>
  );
};
