import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { adoptTheme } from '#features/appearance/theme.store.ts';
import { hadForeignScript } from '#features/auth/foreign-script.ts';
import { SignOutPopupHost } from '#features/auth/ui/sign-out-popup-host.tsx';
import { getConfig, useConfig } from '#shared/config/config.ts';
import { useStore } from '#shared/lib/store.ts';
import { useLocation } from '#shared/router/location.ts';
import { session, userQuery } from '#shared/session/session.ts';
import { emojiSet } from '#shared/ui/emoji.tsx';
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

/** The server says which language that is, and whether there are messages of it. */
const speakOwn = async (): Promise<void> => {
  const { refreshConfig } = await import('./config-live.ts');
  await refreshConfig();
};

/** Draws the application as the signed-in user's settings want it. */
const useUserSettings = (): void => {
  const { authorized } = useStore(session);
  // A page that is about to reload takes over nothing of the account.
  const { data } = useQuery({ ...userQuery, enabled: authorized && !hadForeignScript() });
  const settings = data?.data.relationships.settings.data.attributes;
  const theme = settings?.theme_mode ?? null;
  const defaultEmoji = useConfig((config) => config.defaultEmoji);
  const emoji = settings?.emoji_type ?? defaultEmoji;
  const own = settings?.locale;
  useEffect(() => {
    if (own && own !== getConfig().locale) speakOwn().catch(() => undefined);
  }, [own]);
  useEffect(() => adoptTheme(theme), [theme]);
  useEffect(() => emojiSet.set(emoji), [emoji]);
};

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
