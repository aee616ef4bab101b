import { isIP } from 'node:net';

/** Suffixes that the public DNS never assigns (RFC 6761, 6762, 8375, and those that ICANN reserves). */
const privateSuffix = /(?:^|\.)(?:localhost|local|lan|internal|intranet|home|corp|home\.arpa|test)$/;

/** Normalises a host for comparison: lower case, without the brackets of IPv6 and the dot of the root. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/**
 * Tells whether no site on the internet can have this name: an IP address, a name without a dot, or one of a
 * private network. A DNS rebinding attack comes with a name of the public DNS.
 *
 * @param host as `plainHost` returns it
 */
export const isPrivateName = (host: string): boolean =>
  isIP(host) !== 0 || !host.includes('.') || privateSuffix.test(host);
