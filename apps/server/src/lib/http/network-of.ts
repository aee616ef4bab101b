import { isIP } from 'node:net';

/** Groups of an IPv6 address that name a network: RFC 6177 gives a customer a /64 at the least. */
const networkGroups = 4;
const groups = 8;

/** The eight groups of an IPv6 address. */
const expand = (address: string): string[] => {
  // The hostname of a URL is in the one form of RFC 5952, without leading zeros or an IPv4 tail.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: groups - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
};

/** Returns the dotted address of an IPv4-mapped one (RFC 4291, section 2.5.5.2). */
const mappedIPv4 = (all: readonly string[]): string | undefined => {
  if (all.slice(0, 5).some((group) => group !== '0') || all[5] !== 'ffff') return undefined;
  const bytes = all.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
};

/**
 * Returns the network that limits count by: an IPv4 address, or the /64 of an IPv6 address, which belongs to
 * one customer as a whole. Other texts are returned unchanged.
 */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return address;
  const all = expand(plain);
  return mappedIPv4(all) ?? `${all.slice(0, networkGroups).join(':')}::/64`;
};
