import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { administer } from '#shared/session/administer.ts';
import type { ActivityView } from './activity-address.ts';

const entries = 50;

/** The log, the latest first, a page at a time. */
export const activityQuery = ({ user, group, kind, from, to }: ActivityView) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'all', user, group, kind, from, to],
    queryFn: ({ pageParam: before, signal }) =>
      administer('listActivity', { query: { user, group, kind, from, to, before, limit: entries }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The latest of one user. */
export const userActivityQuery = (user: string) =>
  queryOptions({
    queryKey: ['activity', 'user', user],
    queryFn: ({ signal }) => administer('listActivity', { query: { user, limit: 8 }, signal }),
  });

/** People to filter by. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['activity', 'people', search],
    queryFn: async ({ signal }) =>
      (
        await administer('listUsers', { query: { search, sort: 'name', direction: 'ASC', limit: 8 }, signal })
      ).data.map(({ id, attributes }) => ({ id, name: attributes.name, email: attributes.email })),
    enabled: search.trim() !== '',
    placeholderData: keepPreviousData,
  });

/** Who the log is filtered by. */
export const personQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['activity', 'person', id],
    queryFn: async ({ signal }) => {
      const { attributes } = (await administer('getManagedUser', { params: { id: id ?? '' }, signal })).data;
      return attributes.name || attributes.email;
    },
    enabled: id !== undefined,
  });
