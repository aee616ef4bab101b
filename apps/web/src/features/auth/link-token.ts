import { useEffect, useState } from 'react';
import { currentLocation, navigate } from '#shared/router/location.ts';

/** Parameters of a mailed link. */
export interface LinkToken {
  readonly token: string;
  readonly email: string;
}

/** Parameters of opened links by path, kept for users who return to a page. */
const taken = new Map<string, LinkToken>();

const read = (): LinkToken | undefined => {
  const { pathname, search } = currentLocation();
  const query = new URLSearchParams(search);
  const token = query.get('token');
  return token ? { token, email: query.get('email') ?? '' } : taken.get(pathname);
};

/**
 * Returns the parameters of the page's mailed link; undefined where there are none. They are removed from the address,
 * which is visible on the screen, in the history and in referrers.
 */
export const useLinkToken = (): LinkToken | undefined => {
  const [link] = useState(read);
  useEffect(() => {
    if (!link) return;
    const { pathname } = currentLocation();
    taken.set(pathname, link);
    navigate(pathname, { replace: true });
  }, [link]);
  return link;
};

/** Forgets all opened links. */
export const forgetLinkTokens = (): void => taken.clear();
