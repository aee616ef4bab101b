import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AdminNeededScreen } from '#screens/admin-needed.screen.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { settingsPages } from '#shared/paths/settings-tabs.ts';
import { refusals } from '#shared/session/administer.ts';
import { userQuery } from '#shared/session/session.ts';
import { adminLinks } from '../frame/section-links.ts';
import { leadingTo, page, SectionRoutes, type SectionRoute } from './section-routes.tsx';
import { SectionTabs } from './section-tabs.tsx';

export const adminRoutes: readonly SectionRoute[] = [
  leadingTo(adminPaths.dashboard(), /^\/admin\/?$/),
  leadingTo(adminPaths.users(), /^\/admin\/user\/?$/),
  page(
    'dashboard',
    /^\/admin\/dashboard\/?$/,
    async () => (await import('#screens/dashboard.screen.tsx')).DashboardScreen,
  ),
  page('users', /^\/admin\/users\/?$/, async () => (await import('#screens/users.screen.tsx')).UsersScreen),
  page(
    'create-user',
    /^\/admin\/user\/create\/?$/,
    async () => (await import('#screens/create-user.screen.tsx')).CreateUserScreen,
  ),
  page(
    'user',
    /^\/admin\/user\/(?<id>[^/]+)(?:\/(?<tab>details|storage|password|delete))?\/?$/,
    async () => (await import('#screens/user.screen.tsx')).UserScreen,
  ),
  page(
    'activity',
    /^\/admin\/activity\/?$/,
    async () => (await import('#screens/activity.screen.tsx')).ActivityScreen,
  ),
  page(
    'languages',
    /^\/admin\/language\/?$/,
    async () => (await import('#screens/languages.screen.tsx')).LanguagesScreen,
  ),
  page(
    'settings',
    new RegExp(`^/admin/settings(?:/(?<tab>${settingsPages.join('|')}))?/?$`),
    async () => (await import('#screens/settings.screen.tsx')).SettingsScreen,
  ),
];

/** Asks anew who is signed in when a call was refused: the role may have been taken away meanwhile. */
const useRefusals = (): void => {
  const client = useQueryClient();
  useEffect(
    () => refusals.subscribe(() => void client.invalidateQueries({ queryKey: userQuery.queryKey })),
    [client],
  );
};

/** The section "admin". The server refuses its calls to everybody else; here they read why there is nothing to see. */
export const AdminRoutes = () => {
  const t = useText();
  const { role } = useSuspenseQuery(userQuery).data.data.attributes;
  useRefusals();
  if (role !== 'admin') return <AdminNeededScreen />;
  return (
    <>
      <SectionRoutes routes={adminRoutes} />
      <SectionTabs label={t('admin.title')} links={adminLinks} />
    </>
  );
};
