import { useLocation } from '#shared/router/location.ts';
import { AdminRoutes, adminRoutes } from './admin.routes.tsx';
import { loadPageOf } from './section-routes.tsx';
import { UserRoutes, userRoutes } from './user.routes.tsx';
import { useSectionBackground } from './use-section-background.ts';

/** The sections "user" and "admin": pages of cards on the canvas. */
const Sections = () => {
  const { pathname } = useLocation();
  useSectionBackground();
  return pathname.startsWith('/admin') ? <AdminRoutes /> : <UserRoutes />;
};

export const loadSections = async (): Promise<typeof Sections> => {
  await loadPageOf([...adminRoutes, ...userRoutes]);
  return Sections;
};
