import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import { mayCreateFolder, mayDownload, type Restrictions } from './restrictions.ts';
import { userQuery } from './session.ts';

/** What tells of each restriction, by the code that the server refuses with. */
const tellers: Readonly<Record<string, (restrictions: Restrictions) => boolean>> = {
  'folder.disabled': mayCreateFolder,
  'download.disabled': mayDownload,
};

/**
 * Has whoever was restricted meanwhile read why, in the administrator's words; from then on the page knows.
 * @returns whether that was it; otherwise the failure is told by whoever asked
 */
export const tellRestriction = async (client: QueryClient, error: unknown): Promise<boolean> => {
  const may = error instanceof ApiError ? tellers[error.code] : undefined;
  if (!may) return false;
  const user = await client.query({ ...userQuery, staleTime: 0 }).then(
    ({ data }) => data,
    // Without it the refusal itself is told.
    () => undefined,
  );
  return user !== undefined && !may(user.meta.restrictions);
};
