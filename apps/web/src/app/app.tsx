import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { SignOutPopupHost } from '#features/auth/ui/sign-out-popup-host.tsx';
import { getConfig } from '#shared/config/config.ts';
import { useStore } from '#shared/lib/store.ts';
import { useLocation } from '#shared/router/location.ts';
import { session } from '#shared/session/session.ts';
import { LiveRegion } from '#shared/ui/live-region.tsx';
import { PopupHost } from '#shared/ui/popup-host.tsx';
import { ToastHost } from '#shared/ui/toast-host.tsx';
import { Tooltips } from '#shared/ui/tooltips.tsx';
import { FailureBoundary } from './failure-boundary.tsx';
import { Frame } from './frame/frame.tsx';
import { useGuard } from './guards.ts';
import { queryClient } from './query-client.ts';
import { LogOutHost } from './log-out.tsx';
import { setupRoute, routeFor, RouteScreen } from './router.tsx';
import { TwoFactorGate } from './two-factor-gate.tsx';
import { useUserSettings } from './use-user-settings.ts';

const Routes = () => {
  const { pathname } = useLocation();
  const route = getConfig().installation ? setupRoute : routeFor(pathname);
  const allowed = useGuard(route);
  useUserSettings();
  if (!allowed) return null;
  const screen = <RouteScreen route={route} />;
  const drawn = <Suspense fallback={null}>{route.framed ? <Frame>{screen}</Frame> : screen}</Suspense>;
  return route.requiresAuth ? <TwoFactorGate>{drawn}</TwoFactorGate> : drawn;
};

export const App = () => {
  const ended = useStore(session, (current) => current.ended);
  return (
    <QueryClientProvider client={queryClient}>
      <FailureBoundary>
        <Routes key={ended} />
        <PopupHost />
        <LogOutHost />
        <SignOutPopupHost />
      </FailureBoundary>
      <ToastHost />
      <Tooltips />
      <LiveRegion />
    </QueryClientProvider>
  );
};
