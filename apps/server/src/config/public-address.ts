import type { Config } from './load.ts';

/** Stand for every address of the machine, and are none that a link can lead to. */
const wildcards: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The origin that people reach this server at: the configured one, else where it listens. @param port that it got */
export const publicAddressOf = ({ url, host }: Pick<Config, 'url' | 'host'>, port: number): string => {
  if (url !== undefined) return url;
  const name = wildcards.has(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
