import type { Route } from '@holdall/contract/endpoint';

/** Values of a path or a query by their names. */
export type AddressParts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The address of a call, with `{names}` of its path and the query filled in. */
export const addressIn = (
  { path: pattern }: Pick<Route, 'path'>,
  params: AddressParts = {},
  query: AddressParts = {},
): string => {
  const path = pattern.replace(/\{(\w+)\}/g, (_match, key: string) =>
    encodeURIComponent(String(params[key])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(key, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
};
