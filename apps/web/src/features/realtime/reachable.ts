import type { Config } from '@holdall/contract/settings';

type Broadcasting = NonNullable<Config['broadcasting']>;

/**
 * Returns the configuration that the page came with, as did its policy; undefined for the development server's page,
 * which has neither.
 */
const cameWith = (): Config | undefined => {
  const inlined = document.getElementById('holdall-config')?.textContent;
  return inlined ? (JSON.parse(inlined) as Config) : undefined;
};

/**
 * Tells whether the page's policy lets it connect there: another service than the one it came with needs a page of its
 * own.
 */
export const isReachable = ({ service }: Broadcasting): boolean => {
  const page = cameWith();
  return (
    !service || page === undefined || JSON.stringify(page.broadcasting?.service) === JSON.stringify(service)
  );
};
