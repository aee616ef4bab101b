import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calledOf } from '#shared/lib/called-of.ts';
import { administer } from '#shared/session/administer.ts';
import { findPeople } from '#shared/session/find-people.ts';
import { timesOf, type ActivityView } from './activity-address.ts';

const entries = 50;

/** The audit log, the latest entry first, in pages. */
export const activityQuery = ({ user, group, kind, from, to }: ActivityView) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'all', user, group, kind, from, to],
    queryFn: ({ pageParam: before, signal }) =>
      administer(adminEndpoints.listActivity, {
        query: { user, group, kind, ...timesOf({ from, to }), before, limit: entries },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The latest entries of one user. */
export const userActivityQuery = (user: string) =>
  queryOptions({
    queryKey: ['activity', 'user', user],
    queryFn: ({ signal }) => administer(adminEndpoints.listActivity, { query: { user, limit: 8 }, signal }),
  });

/** People to filter by. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['activity', 'people', search],
    queryFn: ({ signal }) => findPeople({ words: search, limit: 8, signal }),
    enabled: search.trim() !== '',
    placeholderData: keepPreviousData,
  });

/** The person that the log is filtered by. */
export const personQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['activity', 'person', id],
    queryFn: async ({ signal }) =>
      calledOf(
        (await administer(adminEndpoints.getManagedUser, { params: { id: id ?? '' }, signal })).data
          .attributes,
      ),
    enabled: id !== undefined,
  });
