import type { Config } from '@holdall/contract/settings';
import { call } from '#shared/api/client.ts';

let loaded: Config | undefined;

/** Reads the configuration that the server put into the page; the development server's page has none. */
export const loadConfig = async (): Promise<Config> => {
  const inlined = document.getElementById('holdall-config')?.textContent;
  loaded = inlined ? (JSON.parse(inlined) as Config) : await call('getConfig', {});
  return loaded;
};

/** The configuration; it is loaded before anything is drawn. */
export const getConfig = (): Config => {
  if (!loaded) throw new Error('The configuration is read before it is loaded.');
  return loaded;
};
