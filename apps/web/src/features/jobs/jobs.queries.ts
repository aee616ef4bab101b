import type { AnswersOf } from '@holdall/contract/endpoint';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '#shared/api/routes.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { showToast } from '#shared/ui/toast.ts';

export type JobState = AnswersOf<Endpoints['listJobs']>['data'][number]['attributes']['state'];

/** Milliseconds between two looks at the jobs while the page is seen. */
const pause = 3_000;
const jobsKey = ['jobs'] as const;

/** Jobs of a state, and how many there are of each kind; asked anew every few seconds while somebody looks. */
export const jobsQuery = (state: JobState, limit: number) =>
  queryOptions({
    queryKey: [...jobsKey, state, limit],
    queryFn: ({ signal }) => administer('listJobs', { query: { state, limit }, signal }),
    refetchInterval: pause,
    placeholderData: keepPreviousData,
  });

/** Has failed jobs tried again: one, or all of a kind. */
export const useRetry = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (what: { readonly id: string } | { readonly kind: string }) => {
      if ('kind' in what) return (await administer('retryJobs', { body: { kind: what.kind } })).retried;
      await administer('retryJob', { params: { id: what.id } });
      return 1;
    },
    onSuccess: (count) => showToast({ type: 'success', message: text('jobs.retried', { count }) }),
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  });
};

/** Forgets a failed job. */
export const useDismiss = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => administer('dismissJob', { params: { id } }),
    onSuccess: () => showToast({ type: 'success', message: text('jobs.dismissed') }),
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  });
};
