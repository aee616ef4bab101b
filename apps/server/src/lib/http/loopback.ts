import { isIPv4 } from 'node:net';

/** Tells whether a host, in an address or as a listener, can only be this machine. */
export const isLoopbackHost = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));
