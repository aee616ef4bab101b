import { ApiError } from '#shared/api/api-error.ts';
import { fileRequestCall } from '#shared/api/file-request.calls.ts';
import { call } from '#shared/api/client.ts';
import { guestCall } from '#shared/api/guest.calls.ts';

const linkPattern = /^\/(?<kind>share|request)\/(?<token>[^/?#]+)/;

/** Fetches the first query of a page. */
const ask = (path: string): Promise<unknown> => {
  const { kind, token = '' } = linkPattern.exec(path)?.groups ?? {};
  if (kind === 'share') return guestCall('openShare', { params: { token } });
  if (kind === 'request') return fileRequestCall('openFileRequest', { params: { token } });
  return call('getConfig', {});
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
