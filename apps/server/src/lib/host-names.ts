import { isIP } from 'node:net';

/** Names that the public DNS never gives to anybody (RFC 6761, 6762, 8375, and what ICANN keeps out). */
const privateSuffix = /(?:^|\.)(?:localhost|local|lan|internal|intranet|home|corp|home\.arpa|test)$/;

/** A host as it is compared: lower case, without the brackets of IPv6 and the dot of the root. */
export const plainHost = (host: string): string => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/**
 * Tells whether nobody outside can have a page under this name: an IP address, a name without a dot, or one of a network's own. A page
 * of another site that has its name lead here (DNS rebinding) comes with a name of the public DNS.
 *
 * @param host as `plainHost` has it
 */
export const isPrivateName = (host: string): boolean =>
  isIP(host) !== 0 || !host.includes('.') || privateSuffix.test(host);
