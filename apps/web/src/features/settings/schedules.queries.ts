import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { settingsKey } from '#shared/api/query-keys.ts';
import { administer } from '#shared/session/administer.ts';

export type Schedules = AnswersOf<Endpoints['getSchedules']>;
export type ScheduleState = Schedules['data'][number];

/** Milliseconds between two polls while a task runs, and otherwise. */
const pause = { busy: 2_000, idle: 15_000 } as const;

/** Last and next runs of the server's tasks. A changed setting invalidates it. */
export const schedulesQuery = queryOptions({
  queryKey: [...settingsKey, 'schedules', 'state'],
  queryFn: ({ signal }) => administer(adminEndpoints.getSchedules, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.data.some(({ task, running }) => running && task !== 'verification') ? pause.busy : pause.idle,
  refetchOnWindowFocus: 'always',
});
