import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import { mayCreateFolder, mayDownload, type Restrictions } from './restrictions.ts';
import { userQuery } from './session.ts';

type Ask = (client: QueryClient) => Promise<Restrictions>;

const askOwn: Ask = async (client) =>
  (await client.query({ ...userQuery, staleTime: 0 })).data.meta.restrictions;
let ask = askOwn;

/** Has a page of a link learn of restrictions by the link. */
export const askRestrictionsBy = (other: Ask): void => {
  ask = other;
};

/** Functions that explain each restriction, by the server's code of the refusal. */
const explanations: Readonly<Record<string, (restrictions: Restrictions) => boolean>> = {
  'folder.disabled': mayCreateFolder,
  'download.disabled': mayDownload,
};

/**
 * Shows a user who was restricted meanwhile why, in the administrator's words; from then on the page knows.
 *
 * @returns whether that was it; otherwise the caller reports the failure
 */
export const explainRestriction = async (client: QueryClient, error: unknown): Promise<boolean> => {
  const may = error instanceof ApiError ? explanations[error.code] : undefined;
  if (!may) return false;
  // Without it the refusal itself is told.
  const restrictions = await ask(client).catch(() => undefined);
  return restrictions !== undefined && !may(restrictions);
};
