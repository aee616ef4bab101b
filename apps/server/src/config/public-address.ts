import type { Config } from './load.ts';

/** Stand for every address of the machine, and are none that a link can lead to. */
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Returns the server's origin: the configured one, else the address that it listens on.
 *
 * @param port the bound port
 */
export const publicAddressOf = (
  { url, host }: Partial<Pick<Config, 'url'>> & Pick<Config, 'host'>,
  port: number,
): string => {
  if (url !== undefined) return url;
  const name = wildcards.has(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/** An address of a network interface, as the system reports it. */
interface MachineAddress {
  readonly address: string;
  readonly family: string;
  /** True where only the machine itself reaches it. */
  readonly internal: boolean;
}

/**
 * Returns the origins to try, from this machine and from another one, where a server listens on every address;
 * else the only one.
 *
 * @param port the bound port
 * @param machine its addresses, and the name to fall back on
 */
export const originsOf = (
  place: Parameters<typeof publicAddressOf>[0],
  port: number,
  { addresses, hostname }: { readonly addresses: readonly MachineAddress[]; readonly hostname: string },
): readonly [string] | readonly [string, string] => {
  const here = publicAddressOf(place, port);
  if (place.url !== undefined || !wildcards.has(place.host)) return [here];
  const outer = addresses.filter(
    // Link-local ones lead nowhere without the interface's name.
    ({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address),
  );
  const found = outer.find(({ family }) => family === 'IPv4') ?? (place.host === '::' ? outer[0] : undefined);
  return [here, publicAddressOf({ host: found?.address ?? hostname }, port)];
};

/**
 * Returns the sentence of a server that is ready. A copy of an installation has the public address of the
 * original, so the sentence names the server's own address, too.
 *
 * @param url the public address, configured or from the settings
 * @param listensAt the origin of its port
 */
export const readySentence = (url: string | undefined, listensAt: string): string =>
  url === undefined || url === listensAt
    ? `Holdall is ready at ${listensAt}`
    : `Holdall is ready at ${url} (this server listens at ${listensAt})`;
