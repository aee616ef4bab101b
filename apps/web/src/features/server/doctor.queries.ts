import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '#shared/i18n/error-text.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { showToast } from '#shared/ui/toast.ts';

type Examination = AnswersOf<Endpoints['getExamination']>['data'];
export type Report = NonNullable<Examination['report']>;
export type Checked = Report['checks'][number];

const doctorKey = ['doctor'] as const;
/** Milliseconds between two polls while an examination runs, and otherwise. */
const pause = { busy: 2_000, idle: 15_000 } as const;

/** The findings of the last examination by any administrator, and whether another one runs. */
export const useExamination = () =>
  useQuery({
    queryKey: doctorKey,
    queryFn: async ({ signal }) => (await administer(adminEndpoints.getExamination, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.coming ? pause.busy : pause.idle),
    refetchOnWindowFocus: 'always',
  });

interface ExaminationInput {
  readonly repair: boolean;
  readonly read_percent: number;
}

/** Starts an examination. */
export const useBeginExamination = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ExaminationInput) => administer(adminEndpoints.beginExamination, { body }),
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: doctorKey }),
  });
};
