import { weekdays } from '@holdall/contract/schedules';
import type { Settings } from '#features/settings/index.ts';

/** Tasks that run at a time of day; the verification of files has a pace instead. */
export const timedTasks = ['backup', 'doctor'] as const;
export type TimedTask = (typeof timedTasks)[number];

type Schedules = Pick<
  Settings,
  'backup_schedule' | 'backup_weekday' | 'backup_time' | 'doctor_schedule' | 'doctor_weekday' | 'doctor_time'
>;

/** When a task runs: each day, or on one day of the week, in the time zone of the server. */
export interface Plan {
  /** 0 is Sunday; undefined: each day. */
  readonly weekday: number | undefined;
  readonly hour: number;
  readonly minute: number;
}

/** @returns undefined where the task does not run by itself */
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

/** One text for each plan. */
export const keyOf = ({ weekday, hour, minute }: Plan): string => `${weekday ?? '*'} ${hour}:${minute}`;

/** The first time of a plan after another one. A time of day that a change of clocks leaves out is the one after it. */
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
