/** Tells whether a host of a URL is the machine itself, which nobody else can open. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  hostname.startsWith('127.');

/**
 * Returns the host of an address that opens on the machine itself alone; undefined of others, and of texts that are no
 * address.
 */
export const loopbackHostOf = (url: string): string | undefined => {
  const hostname = URL.parse(url.trim())?.hostname;
  return hostname !== undefined && isLoopback(hostname) ? hostname : undefined;
};
