import { paths } from '#shared/paths/paths.ts';
import { leadingTo, loadPageOf, page, SectionRoutes, type SectionRoute } from './section-routes.tsx';
import { useFollowedConfig } from './use-followed-config.ts';

const routes: readonly SectionRoute[] = [
  page(
    'forgotten-password',
    /^\/forgotten-password\/?$/,
    async () => (await import('#screens/forgotten-password.screen.tsx')).ForgottenPasswordScreen,
  ),
  page(
    'mail-sent',
    /^\/successfully-send\/?$/,
    async () => (await import('#screens/mail-sent.screen.tsx')).MailSentScreen,
  ),
  page(
    'new-password',
    /^\/create-new-password\/?$/,
    async () => (await import('#screens/new-password.screen.tsx')).NewPasswordScreen,
  ),
  page(
    'register',
    /^\/register\/?$/,
    async () => (await import('#screens/register.screen.tsx')).RegisterScreen,
  ),
  page('demo', /^\/demo\/?$/, async () => (await import('#screens/demo.screen.tsx')).DemoScreen),
  page('request', /^\/request\/[^/]+\/?$/, async () => (await import('./request.route.tsx')).loadRequest()),
  page(
    'confirm-email',
    /^\/confirm-email\/?$/,
    async () => (await import('#screens/confirm-email.screen.tsx')).ConfirmEmailScreen,
  ),
  page('share', /^\/share\/[^/]+(?:\/|$)/, async () => (await import('./share.route.tsx')).loadShare()),
  page(
    'unavailable',
    /^\/temporary-unavailable\/?$/,
    async () => (await import('#screens/unavailable.screen.tsx')).UnavailableScreen,
  ),
  // The setup wizard is over.
  leadingTo(paths.signIn(), /^\/(?:install|setup-wizard)(?:\/|$)/),
];

/** The pages on the way to an account, and those that mailed links lead to. */
const AuthRoutes = () => {
  useFollowedConfig();
  return <SectionRoutes routes={routes} fallback={null} />;
};

export const loadAuthRoutes = async (): Promise<typeof AuthRoutes> => {
  await loadPageOf(routes);
  return AuthRoutes;
};
