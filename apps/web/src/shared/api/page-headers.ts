import type { socketHeader } from '@holdall/contract/realtime';

const header: typeof socketHeader = 'x-socket-id';
const said = new Map<string, string>();

/** Has every call from now on say something about its page in a header; undefined: no longer. */
export const sayInCalls = (name: string, value: string | undefined): void => {
  if (value === undefined) said.delete(name);
  else said.set(name, value);
};

/**
 * Names this page's realtime connection, so that the page is not told of its own changes; or tells that it has
 * none.
 */
export const setSocketId = (id: string | undefined): void => sayInCalls(header, id);

/** Returns the headers that describe the page in every call. */
export const pageHeaders = (): Readonly<Record<string, string>> => Object.fromEntries(said);
