import { useText } from '#shared/i18n/use-text.ts';
import { userPaths } from '#shared/paths/section-paths.ts';
import { userLinks } from '../frame/section-links.ts';
import { leadingTo, page, SectionRoutes, type SectionRoute } from './section-routes.tsx';
import { SectionTabs } from './section-tabs.tsx';

export const userRoutes: readonly SectionRoute[] = [
  leadingTo(userPaths.profile(), /^\/user\/?$/),
  leadingTo(userPaths.password(), /^\/user\/settings\/?$/),
  page(
    'profile',
    /^\/user\/profile\/?$/,
    async () => (await import('#screens/profile.screen.tsx')).ProfileScreen,
  ),
  page(
    'password',
    /^\/user\/settings\/password\/?$/,
    async () => (await import('#screens/security.screen.tsx')).SecurityScreen,
  ),
  page(
    'storage',
    /^\/user\/settings\/storage\/?$/,
    async () => (await import('#screens/storage.screen.tsx')).StorageScreen,
  ),
];

/** The section "user": one's own account. */
export const UserRoutes = () => {
  const t = useText();
  return (
    <>
      <SectionRoutes routes={userRoutes} />
      <SectionTabs label={t('user.title')} links={userLinks} />
    </>
  );
};
