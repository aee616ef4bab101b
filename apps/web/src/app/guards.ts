import { useEffect } from 'react';
import { hadForeignScript } from '#features/auth/foreign-script.ts';
import { useStore } from '#shared/lib/store.ts';
import { linkOf, paths, safeRedirect } from '#shared/paths/paths.ts';
import { navigate, useLocation } from '#shared/router/location.ts';
import { session } from '#shared/session/session.ts';
import type { Route } from './router.tsx';

/** The owner of this page as long as it exists: the person, or one link. */
const own = linkOf(location.pathname);

/** Returns the page that a visitor is sent to instead of a route; undefined where the route may be shown. */
export const redirectFor = (
  { requiresAuth, name }: Pick<Route, 'requiresAuth' | 'name'>,
  authorized: boolean,
  at: { readonly pathname: string; readonly search: string; readonly origin: string },
): string | undefined => {
  if (requiresAuth && !authorized) return paths.signIn({ redirect: at.pathname + at.search });
  if (name === 'sign-in' && authorized)
    return safeRedirect(new URLSearchParams(at.search).get('redirect'), at.origin);
  return undefined;
};

/**
 * Keeps visitors without a session from routes that need one, with the way back in the address, and signed-in
 * ones from sign-in (specification section 2). A document that a foreign script was in shows nothing of an account,
 * and one of a link nothing else: there the page begins anew at the same address.
 * @returns whether the route may be shown now.
 */
export const useGuard = (route: Route): boolean => {
  const { authorized } = useStore(session);
  const { pathname, search } = useLocation();
  const redirect = redirectFor(route, authorized, { pathname, search, origin: location.origin });
  const isOthers = (route.requiresAuth && hadForeignScript()) || linkOf(pathname) !== own;
  const beginsAnew = redirect === undefined && isOthers;
  useEffect(() => {
    if (redirect !== undefined) navigate(redirect, { replace: true });
    else if (beginsAnew) location.reload();
  }, [redirect, beginsAnew]);
  return redirect === undefined && !beginsAnew;
};
