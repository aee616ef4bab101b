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

export type Backups = AnswersOf<Endpoints['listBackups']>;

const backupsKey = ['backups'] as const;
/** Milliseconds between two polls while a backup or its verification runs, and otherwise. */
const pause = { busy: 2_000, idle: 15_000 } as const;
/** Backups shown at first, and added by each press. */
const step = 10;
/** Most backups that the server returns. */
const most = 100;

/** The backups of the server, the latest first; polled, since others may create some. */
export const useBackups = () => {
  const [limit, setLimit] = useState(step);
  const query = useQuery({
    queryKey: [...backupsKey, limit],
    queryFn: ({ signal }) => administer(adminEndpoints.listBackups, { query: { limit }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.meta.coming || data.meta.verifying.length > 0) ? pause.busy : pause.idle,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const hasMore = data !== undefined && data.meta.total > limit && limit < most;
  return { ...query, showMore: hasMore ? () => setLimit(limit + step) : undefined };
};

const useChange = <Input = void>(call: (input: Input) => Promise<unknown>, done?: () => void) => {
  const client = useQueryClient();
  return useMutation<unknown, Input>({
    mutationFn: call,
    onSuccess: () => done?.(),
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: backupsKey }),
  });
};

/** Starts a backup. */
export const useMakeBackup = () =>
  useChange(
    () => administer(adminEndpoints.createBackup, {}),
    () => showToast({ type: 'success', message: text('backups.started') }),
  );

/** Starts a verification that reads a whole backup and compares its checksums. */
export const useVerifyBackup = () =>
  useChange((name: string) => administer(adminEndpoints.verifyBackup, { params: { name } }));
