import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { showToast } from '#shared/ui/toast.ts';

type Answer = AnswersOf<Endpoints['listJobs']>;
export type JobState = Answer['data'][number]['attributes']['state'];

/** Milliseconds between two polls of the jobs while the page is visible. */
const pause = 3_000;
const jobsKey = ['jobs'] as const;

/** Jobs shown at first, and added by each press. */
const step = 25;
/** Most jobs that the server returns. */
const most = 100;

export interface Jobs {
  /** Undefined until they are loaded. */
  readonly data: Answer | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
  /** Shows more jobs; undefined where there are none. */
  readonly showMore: (() => void) | undefined;
}

/** Jobs of a state and the counts of each kind, polled every few seconds while the page is visible. */
export const useJobs = (state: JobState): Jobs => {
  const [limit, setLimit] = useState(step);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...jobsKey, state, limit],
    queryFn: ({ signal }) => administer(adminEndpoints.listJobs, { query: { state, limit }, signal }),
    refetchInterval: pause,
    placeholderData: keepPreviousData,
  });
  const hasMore = data !== undefined && data.meta.total > limit && limit < most;
  return {
    data,
    isError,
    isFetching,
    refetch,
    showMore: hasMore ? () => setLimit(limit + step) : undefined,
  };
};

/** Retries failed jobs: one, or all of a kind. */
export const useRetry = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (what: { readonly id: string } | { readonly kind: string }) => {
      if ('kind' in what)
        return (await administer(adminEndpoints.retryJobs, { body: { kind: what.kind } })).retried;
      await administer(adminEndpoints.retryJob, { params: { id: what.id } });
      return 1;
    },
    onSuccess: (count) => showToast({ type: 'success', message: text('jobs.retried', { count }) }),
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  });
};

/** Deletes a failed job. */
export const useDismiss = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => administer(adminEndpoints.dismissJob, { params: { id } }),
    onSuccess: () => showToast({ type: 'success', message: text('jobs.dismissed') }),
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  });
};
