import { appEndpoints } from '@holdall/contract/app.endpoints';
import type { Config } from '@holdall/contract/settings';
import { call } from '#shared/api/client.ts';
import { createStore, useStore } from '#shared/lib/store.ts';

const store = createStore<Config | undefined>(undefined);

/** Reads the configuration that the server put into the page; the development server's page has none. */
export const loadConfig = async (): Promise<Config> => {
  const inlined = document.getElementById('holdall-config')?.textContent;
  const config = inlined ? (JSON.parse(inlined) as Config) : await call(appEndpoints.getConfig, {});
  store.set(config);
  return config;
};

/** Replaces the configuration; components that follow it draw anew. */
export const putConfig = (config: Config): void => store.set(config);

/** The direction in which the page's language is written. */
export const directionIn = ({ locale, languages }: Config): 'ltr' | 'rtl' =>
  languages.find((language) => language.locale === locale)?.direction ?? 'ltr';

const loaded = (config: Config | undefined): Config => {
  if (!config) throw new Error('The configuration is read before it is loaded.');
  return config;
};

/** The configuration as it is now; it is loaded before anything is drawn, and may change at any time. */
export const getConfig = (): Config => loaded(store.get());

/** Tells whether there is a configuration: a page that says that nothing could be loaded has none. */
export const useIsConfigLoaded = (): boolean => useStore(store, (config) => config !== undefined);

/** Follows a part of the configuration; `select` must answer stable values. */
export const useConfig = <Part>(select: (config: Config) => Part): Part =>
  useStore(store, (config) => select(loaded(config)));
