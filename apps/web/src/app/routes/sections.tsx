import { useLocation } from '#shared/router/location.ts';
import { AdminRoutes } from './admin.routes.tsx';
import { UserRoutes } from './user.routes.tsx';
import { useSectionBackground } from './use-section-background.ts';

/** The sections "user" and "admin": pages of cards on the canvas. */
export const Sections = () => {
  const { pathname } = useLocation();
  useSectionBackground();
  return pathname.startsWith('/admin') ? <AdminRoutes /> : <UserRoutes />;
};
