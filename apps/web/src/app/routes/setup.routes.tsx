import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { takeCode } from '#features/setup/setup-code.ts';
import { doneOf, setupQuery } from '#features/setup/setup.queries.ts';
import { wizard } from '#features/setup/setup.store.ts';
import { stepsBefore } from '#features/setup/steps.ts';
import { SetupBootScreen, SetupFailedScreen } from '#screens/setup-boot.screen.tsx';
import { SetupCodeScreen } from '#screens/setup-code.screen.tsx';
import { SetupDoneScreen, SetupOverScreen } from '#screens/setup-over.screen.tsx';
import { useStore } from '#shared/lib/store.ts';
import { setupPaths, stepAt, type SetupStep } from '#shared/paths/setup-paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { refreshConfig } from '../config-live.ts';
import { loadPageOf, page, SectionRoutes, type SectionRoute } from './section-routes.tsx';

/** Milliseconds between two looks whether somebody else is further, in another tab or on the command line. */
const lookEvery = 5000;

const loadSteps = () => import('#screens/setup-steps.screen.tsx');

const stepPage = (step: SetupStep, screen: keyof Awaited<ReturnType<typeof loadSteps>>): SectionRoute =>
  page(
    `setup-${step}`,
    new RegExp(String.raw`^/setup-wizard/${step}/?$`),
    async () => (await loadSteps())[screen],
  );

const routes: readonly SectionRoute[] = [
  stepPage('status-check', 'SetupStatusScreen'),
  stepPage('purchase-code', 'SetupPurchaseScreen'),
  stepPage('database', 'SetupDatabaseScreen'),
  stepPage('environment', 'SetupEnvironmentScreen'),
  stepPage('app-setup', 'SetupAppScreen'),
  stepPage('admin-setup', 'SetupAdminScreen'),
];

/**
 * Returns the page that the wizard leads to instead of an address: its beginning from everywhere else (specification
 * section 2), and the first step that is left out.
 */
export const setupRedirect = (
  pathname: string,
  done: readonly SetupStep[] | undefined,
): string | undefined => {
  const step = stepAt(pathname);
  if (step === undefined) return setupPaths.step('status-check');
  if (done === undefined) return undefined;
  const missing = stepsBefore(step).find((before) => !done.includes(before));
  return missing && setupPaths.step(missing);
};

/** The wizard: as long as the server is not installed, it is all that there is. */
const SetupRoutes = () => {
  const state = useStore(wizard);
  const { pathname } = useLocation();
  const { data, error, isFetching, refetch } = useQuery({
    ...setupQuery,
    enabled: state.is === 'open',
    refetchInterval: lookEvery,
  });
  // The message stays while somebody, or the page by itself, asks again.
  const [failure, setFailure] = useState<Error>();
  if (!data && error && error !== failure) setFailure(error);
  if (data && failure) setFailure(undefined);
  const redirect = setupRedirect(pathname, data && doneOf(data));
  useEffect(() => {
    if (redirect !== undefined) navigate(redirect, { replace: true });
  }, [redirect]);
  useEffect(() => {
    // The next step is there at once, and the last ones even where the network is not.
    if (data) for (const { load } of routes) load?.().catch(() => undefined);
  }, [data]);
  const isOver = state.is === 'over';
  useEffect(() => {
    // The last page bears the title, the logo and the accent that were chosen; without them it still leads on.
    if (isOver) refreshConfig().catch(() => undefined);
  }, [isOver]);
  if (state.is === 'asking') return <SetupCodeScreen refusal={state.refusal} />;
  if (state.is === 'over' && state.where === 'here') return <SetupDoneScreen installed={state.installed} />;
  if (state.is === 'over') return <SetupOverScreen where={state.where} />;
  if (!data && failure)
    return <SetupFailedScreen error={failure} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data || redirect !== undefined) return <SetupBootScreen />;
  return <SectionRoutes routes={routes} fallback={<SetupBootScreen />} />;
};

export const loadSetupRoutes = async (): Promise<typeof SetupRoutes> => {
  takeCode();
  await loadPageOf(routes);
  return SetupRoutes;
};
