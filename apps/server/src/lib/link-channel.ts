import { createHash } from 'node:crypto';

/** Prefix of the channels of all links at a service. */
export const linkChannels = 'private-link.';

/**
 * Returns the channel of a link at an external service: visitors of the link learn it, and the link cannot be
 * derived from it.
 */
export const linkChannel = (token: string): string =>
  `${linkChannels}${createHash('sha256').update(`realtime channel of ${token}`).digest('hex').slice(0, 32)}`;
