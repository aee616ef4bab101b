import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { showToast } from '#shared/ui/toast.ts';

export type DamagedFiles = AnswersOf<Endpoints['listDamagedFiles']>;

const damageKey = ['damaged-files'] as const;
/** Milliseconds between two polls while files are restored, and otherwise. */
const pause = { busy: 2_000, idle: 30_000 } as const;
/** Files shown at first, and added by each press. */
const step = 10;
/** Most files that the server returns. */
const most = 100;

/** Damaged files of all accounts, and the time of the last verification. */
export const useDamagedFiles = () => {
  const [limit, setLimit] = useState(step);
  const query = useQuery({
    queryKey: [...damageKey, limit],
    queryFn: ({ signal }) => administer(adminEndpoints.listDamagedFiles, { query: { limit }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.meta.restoring ? pause.busy : pause.idle),
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const hasMore = data !== undefined && data.meta.total > limit && limit < most;
  return { ...query, showMore: hasMore ? () => setLimit(Math.min(most, limit + step)) : undefined };
};

/** Restores a damaged file, or all of them, from backups. */
export const useRestoreDamaged = () => {
  const client = useQueryClient();
  return useMutation<unknown, string | undefined>({
    mutationFn: (id) =>
      administer(adminEndpoints.restoreDamagedFiles, { body: id === undefined ? {} : { id } }),
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: damageKey }),
  });
};
