import { BlockList, isIP } from 'node:net';

/** Addresses outside the public internet (IANA's special-purpose registries), and metadata services of clouds. */
const notPublicV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The IPv6 range of the internet… */
const publicV6 = ['2000::/3'];
/** …without its ranges for tunnels, examples and protocols. */
const notPublicV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const rangesOf = (entries: readonly string[]): BlockList => {
  const ranges = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) ranges.addAddress(address, familyOf(address));
    else ranges.addSubnet(address, Number(bits), familyOf(address));
  }
  return ranges;
};

const makeRanges = () => ({
  refusedV4: rangesOf(notPublicV4),
  acceptedV6: rangesOf(publicV6),
  refusedV6: rangesOf(notPublicV6),
});
let ranges: ReturnType<typeof makeRanges> | undefined;

/**
 * Tells whether an address is on the public internet. IPv4 inside IPv6 (mapped, NAT64, 6to4) is not: it hides
 * another address.
 */
export const isPublicAddress = (address: string): boolean => {
  // The ranges are read lazily: reading them takes a fiftieth of the start.
  const { refusedV4, acceptedV6, refusedV6 } = (ranges ??= makeRanges());
  if (isIP(address) === 4) return !refusedV4.check(address, 'ipv4');
  return acceptedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
};

/** Addresses that an operator allows beyond the public internet. */
export interface AllowedHosts {
  hasName(this: void, host: string): boolean;
  hasAddress(this: void, address: string): boolean;
}

const plainName = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/** @param entries host names, IP addresses and CIDR ranges */
export const createAllowedHosts = (entries: readonly string[]): AllowedHosts => {
  const isRange = (entry: string): boolean => isIP(entry.split('/')[0] ?? '') !== 0;
  const names = new Set(entries.filter((entry) => !isRange(entry)).map(plainName));
  const ranges = rangesOf(entries.filter(isRange));
  return {
    hasName: (host) => names.has(plainName(host)),
    hasAddress: (address) => ranges.check(address, familyOf(address)),
  };
};
