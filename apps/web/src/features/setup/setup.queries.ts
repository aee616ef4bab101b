import type { SetupLock, SetupStatus } from '@holdall/contract/setup';
import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { SetupStep } from '#shared/paths/setup-paths.ts';
import { callSetup } from './call-setup.ts';

/** How far the installation has come, and what is kept of it. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }) => (await callSetup('getSetupStatus', { signal })).data,
  retry: false,
});

/** What is kept; the wizard's pages are drawn once it is there. */
export const useSetup = (): SetupStatus => useSuspenseQuery(setupQuery).data;

/** Takes over what the server answered to a change. */
export const keepStatus = async (client: QueryClient, { data }: { data: SetupStatus }): Promise<void> => {
  // A look that began before would put back what was.
  await client.cancelQueries({ queryKey: setupQuery.queryKey });
  client.setQueryData(setupQuery.queryKey, data);
};

/** Steps that the environment may have decided. */
const lockOf: Readonly<Partial<Record<SetupStep, SetupLock>>> = {
  'purchase-code': 'purchase_code',
  database: 'database',
};

/** The steps that are done, here or by the environment. */
export const doneOf = ({ steps, locked }: Pick<SetupStatus, 'steps' | 'locked'>): readonly SetupStep[] =>
  steps
    .filter(({ name, done }) => {
      const lock = lockOf[name];
      return done || (lock !== undefined && locked.includes(lock));
    })
    .map(({ name }) => name);
