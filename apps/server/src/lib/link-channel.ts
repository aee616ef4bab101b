import { createHash } from 'node:crypto';

/** What the names of all links' channels begin with at a service. */
export const linkChannels = 'private-link.';

/**
 * What the channel of a link is called at a service, which is somebody else's: whoever has the link is told it, and nobody
 * gets from it to the link.
 */
export const linkChannel = (token: string): string =>
  `${linkChannels}${createHash('sha256').update(`realtime channel of ${token}`).digest('hex').slice(0, 32)}`;
