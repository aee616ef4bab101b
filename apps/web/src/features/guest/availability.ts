import { appEndpoints } from '@holdall/contract/app.endpoints';
import { fileRequestEndpoints } from '@holdall/contract/file-requests.endpoints';
import { guestEndpoints } from '@holdall/contract/guests.endpoints';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';

const linkPattern = /^\/(?<kind>share|request)\/(?<token>[^/?#]+)/;

/** Fetches the first query of a page. */
const ask = (path: string): Promise<unknown> => {
  const { kind, token = '' } = linkPattern.exec(path)?.groups ?? {};
  if (kind === 'share') return call(guestEndpoints.openShare, { params: { token } });
  if (kind === 'request') return call(fileRequestEndpoints.openFileRequest, { params: { token } });
  return call(appEndpoints.getConfig, {});
};

const isAway = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 429 || error.status >= 500 || error.code === 'share.unavailable');

/** Reports whether a page is available again, or at least fails for another reason. */
export const isAvailable = (path: string): Promise<boolean> =>
  ask(path).then(
    () => true,
    (error: unknown) => !isAway(error),
  );
