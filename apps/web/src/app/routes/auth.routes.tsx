import { SectionRoutes, type SectionRoute } from './section-routes.tsx';

const routes: readonly SectionRoute[] = [];

/** What is asked for on the way to an account; whatever else is not there. */
export const AuthRoutes = () => <SectionRoutes routes={routes} />;
