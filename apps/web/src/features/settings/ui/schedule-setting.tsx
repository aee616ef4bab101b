import { scheduleRhythms, weekdays } from '@holdall/contract/choices';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatTime } from '#shared/lib/format-date.ts';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import type { ScheduleState } from '../schedules.queries.ts';
import { asText, useSetting, type TabSettings } from '../use-setting.ts';
import { ScheduleNews } from './schedule-news.tsx';
import { SettingRow } from './setting-row.tsx';

/** A Sunday, from which the names of weekdays are derived. */
const aSunday = Date.UTC(2026, 10, 22);
const dayMs = 86_400_000;

const nameOfDay = (index: number): string =>
  formatTime(new Date(aSunday + index * dayMs), { weekday: 'long', timeZone: 'UTC' });

interface ScheduleSettingProps {
  readonly tab: TabSettings;
  readonly task: 'backup' | 'doctor';
  readonly label: string;
  readonly help: string;
  readonly state: ScheduleState | undefined;
}

/** Setting of a task's schedule, with its last result. */
export const ScheduleSetting = ({ tab, task, label, help, state }: ScheduleSettingProps) => {
  const t = useText();
  const rhythm = useSetting(tab, `${task}_schedule`, { read: asText });
  const weekday = useSetting(tab, `${task}_weekday`, { read: asText });
  const time = useSetting(tab, `${task}_time`, { read: asText });
  // An incomplete time is invalid; on blur the previous one returns.
  const [isTimeCleared, setTimeCleared] = useState(false);
  const fields = [rhythm, weekday, time];
  const latest = fields.find((field) => field.state.phase !== 'idle') ?? rhythm;
  const error = fields.find((field) => field.error !== undefined)?.error;
  return (
    <SettingRow
      {...{ label, help }}
      field={{ ...latest, error }}
      below={state && <ScheduleNews state={state} />}
    >
      <div className="schedule" role="group" aria-label={label}>
        <Segmented
          label={label}
          value={rhythm.value}
          disabled={rhythm.isLocked}
          segments={scheduleRhythms.map((value) => ({ value, label: t(`settings.schedule.${value}`) }))}
          onChoose={rhythm.change}
        />
        {rhythm.value === 'weekly' && (
          <Select
            aria-label={t('settings.schedule_day')}
            options={weekdays.map((value, index) => ({ value, label: nameOfDay(index) }))}
            value={weekday.value}
            onBlur={weekday.onBlur}
            onChoose={weekday.change}
          />
        )}
        {rhythm.value !== 'off' && (
          <TextInput
            type="time"
            aria-label={t('settings.schedule_time')}
            value={isTimeCleared ? '' : time.value}
            onBlur={() => {
              setTimeCleared(false);
              time.onBlur();
            }}
            onChange={({ currentTarget: { value } }) => {
              setTimeCleared(value === '');
              if (value !== '') time.change(value);
            }}
          />
        )}
      </div>
    </SettingRow>
  );
};
