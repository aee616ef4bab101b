import { useEffect, useState } from 'react';
import { currentLocation, navigate } from '#shared/router/location.ts';

/** What a mailed link carries. */
export interface LinkToken {
  readonly token: string;
  readonly email: string;
}

/** What pages were opened with, by their paths: it stays for those who come back to one. */
const taken = new Map<string, LinkToken>();

const read = (): LinkToken | undefined => {
  const { pathname, search } = currentLocation();
  const query = new URLSearchParams(search);
  const token = query.get('token');
  return token ? { token, email: query.get('email') ?? '' } : taken.get(pathname);
};

/**
 * What the page's mailed link carries; undefined where it carries nothing. It is taken out of the address, which others
 * may see: over the shoulder, in the history, in what the browser sends along.
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

/** Forgets what has been used up. */
export const forgetLinkTokens = (): void => taken.clear();
