import type { AnswersOf } from '@holdall/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '#shared/api/routes.ts';
import { settingsKey } from '#shared/api/query-keys.ts';
import { administer } from '#shared/session/administer.ts';

export type Schedules = AnswersOf<Endpoints['getSchedules']>;
export type ScheduleState = Schedules['data'][number];

/** Milliseconds between two looks while something runs, and while nothing is known to. */
const pause = { busy: 2_000, idle: 15_000 } as const;

/** When tasks of the server last ran and run next. What changes a setting has it asked for anew. */
export const schedulesQuery = queryOptions({
  queryKey: [...settingsKey, 'schedules', 'state'],
  queryFn: ({ signal }) => administer('getSchedules', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.data.some(({ task, running }) => running && task !== 'verification') ? pause.busy : pause.idle,
  refetchOnWindowFocus: 'always',
});
