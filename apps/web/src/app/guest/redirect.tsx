import { useEffect } from 'react';
import { guestPaths } from '#shared/paths/guest-paths.ts';
import { linkOf } from '#shared/paths/paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';

/** Navigates to another page as soon as it is drawn. */
export const Redirect = ({ to }: { readonly to: string }) => {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
};

/** Leads to the page that stands in for an unavailable one, and back from there. */
export const UnavailableRedirect = () => {
  const { pathname, search } = useLocation();
  // The page is about to begin anew elsewhere.
  if (linkOf(pathname) === undefined) return null;
  return <Redirect to={guestPaths.unavailable(pathname + search)} />;
};
