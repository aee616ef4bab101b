import { weekdays } from '@holdall/contract/choices';
import type { Settings } from '#features/settings/index.ts';

/** Tasks that run at a time of day; the scrubber runs continuously instead. */
export const timedTasks = ['backup', 'doctor'] as const;
export type TimedTask = (typeof timedTasks)[number];

type Schedules = Pick<
  Settings,
  'backup_schedule' | 'backup_weekday' | 'backup_time' | 'doctor_schedule' | 'doctor_weekday' | 'doctor_time'
>;

/** The time of a task: daily, or on one weekday, in the time zone of the server. */
export interface Plan {
  /** 0 is Sunday; undefined means daily. */
  readonly weekday: number | undefined;
  readonly hour: number;
  readonly minute: number;
}

/** @returns undefined if the task is not scheduled */
export const planOf = (settings: Schedules, task: TimedTask): Plan | undefined => {
  const rhythm = settings[`${task}_schedule`];
  if (rhythm === 'off') return undefined;
  const [hour = 0, minute = 0] = settings[`${task}_time`].split(':').map(Number);
  return {
    weekday: rhythm === 'weekly' ? weekdays.indexOf(settings[`${task}_weekday`]) : undefined,
    hour,
    minute,
  };
};

/** Returns a unique text of a plan. */
export const keyOf = ({ weekday, hour, minute }: Plan): string => `${weekday ?? '*'} ${hour}:${minute}`;

/**
 * Returns the first time of a plan after another one. A time of day that is skipped by a change of clocks moves
 * behind it.
 */
export const nextRun = (plan: Plan, after: number): number => {
  const from = new Date(after);
  const at = (daysAhead: number): Date =>
    new Date(from.getFullYear(), from.getMonth(), from.getDate() + daysAhead, plan.hour, plan.minute);
  for (let ahead = 0; ; ahead += 1) {
    const day = new Date(from.getFullYear(), from.getMonth(), from.getDate() + ahead).getDay();
    if (plan.weekday !== undefined && day !== plan.weekday) continue;
    if (at(ahead).getTime() > after) return at(ahead).getTime();
  }
};
