import { useSuspenseQuery } from '@tanstack/react-query';
import { AdminNeededScreen } from '#screens/admin-needed.screen.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { userQuery } from '#shared/session/session.ts';
import { adminLinks } from '../frame/section-links.ts';
import { SectionRoutes, type SectionRoute } from './section-routes.tsx';
import { SectionTabs } from './section-tabs.tsx';

const routes: readonly SectionRoute[] = [];

/** The section "admin". The server refuses its calls to everybody else; here they read why there is nothing to see. */
export const AdminRoutes = () => {
  const t = useText();
  const { role } = useSuspenseQuery(userQuery).data.data.attributes;
  if (role !== 'admin') return <AdminNeededScreen />;
  return (
    <>
      <SectionRoutes routes={routes} />
      <SectionTabs label={t('admin.title')} links={adminLinks} />
    </>
  );
};
