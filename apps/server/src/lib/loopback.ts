import { isIPv4 } from 'node:net';

/** Whether a host, as it stands in an address or is listened at, can only be this machine. */
export const isLoopbackHost = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));
