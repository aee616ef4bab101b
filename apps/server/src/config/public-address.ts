import type { Config } from './load.ts';

/** Stand for every address of the machine, and are none that a link can lead to. */
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The origin that people reach this server at: the configured one, else where it listens. @param port that it got */
export const publicAddressOf = (
  { url, host }: Partial<Pick<Config, 'url'>> & Pick<Config, 'host'>,
  port: number,
): string => {
  if (url !== undefined) return url;
  const name = wildcards.has(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/**
 * What a server says when it is ready. A copy of an installation bears the public address of the one that it was made
 * of: whoever starts it reads where it is itself, too.
 * @param url the public address, configured or from the settings @param listensAt the origin of its port
 */
export const readySentence = (url: string | undefined, listensAt: string): string =>
  url === undefined || url === listensAt
    ? `Holdall is ready at ${listensAt}`
    : `Holdall is ready at ${url} (this server listens at ${listensAt})`;
