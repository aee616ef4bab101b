import './section-background.css';
import { useLayoutEffect } from 'react';
import { useLocation } from '#shared/router/location.ts';
import { AdminRoutes, adminRoutes } from './admin.routes.tsx';
import { loadPageOf } from './section-routes.tsx';
import { UserRoutes, userRoutes } from './user.routes.tsx';

/** In the sections "user" and "admin" the page has a background, on which cards lie (specification section 2). */
const useSectionBackground = (): void => {
  useLayoutEffect(() => {
    document.body.classList.add('section-background');
    return () => document.body.classList.remove('section-background');
  }, []);
};

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
