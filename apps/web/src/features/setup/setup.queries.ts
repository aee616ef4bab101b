import { setupEndpoints } from '@holdall/contract/setup.endpoints';
import type { SetupLock, SetupStatus } from '@holdall/contract/setup';
import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { SetupStep } from '#shared/paths/setup-paths.ts';
import { callSetup } from './call-setup.ts';

/** The progress of the installation and its stored answers. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async ({ signal }) => (await callSetup(setupEndpoints.getSetupStatus, { signal })).data,
  retry: false,
});

/** Returns the stored answers; the wizard's pages are drawn once they are loaded. */
export const useSetup = (): SetupStatus => useSuspenseQuery(setupQuery).data;

/** Replaces the cached status with the server's answer to a change. */
export const setCachedStatus = async (
  client: QueryClient,
  { data }: { data: SetupStatus },
): Promise<void> => {
  // A fetch that started earlier would restore the old status.
  await client.cancelQueries({ queryKey: setupQuery.queryKey });
  client.setQueryData(setupQuery.queryKey, data);
};

/** Steps that the environment can decide. */
const lockOf: Readonly<Partial<Record<SetupStep, SetupLock>>> = {
  'purchase-code': 'purchase_code',
  database: 'database',
};

/** Returns the completed steps, whether done here or decided by the environment. */
export const doneOf = ({ steps, locked }: Pick<SetupStatus, 'steps' | 'locked'>): readonly SetupStep[] =>
  steps
    .filter(({ name, done }) => {
      const lock = lockOf[name];
      return done || (lock !== undefined && locked.includes(lock));
    })
    .map(({ name }) => name);
