import { ApiError } from '#shared/api/api-error.ts';
import { fileRequestCall } from '#shared/api/file-request.calls.ts';
import { call } from '#shared/api/client.ts';
import { guestCall } from '#shared/api/guest.calls.ts';

const linkPattern = /^\/(?<kind>share|request)\/(?<token>[^/?#]+)/;

/** Asks for what a page would ask for first. */
const ask = (path: string): Promise<unknown> => {
  const { kind, token = '' } = linkPattern.exec(path)?.groups ?? {};
  if (kind === 'share') return guestCall('openShare', { params: { token } });
  if (kind === 'request') return fileRequestCall('openFileRequest', { params: { token } });
  return call('getConfig', {});
};

const isAway = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 429 || error.status >= 500 || error.code === 'share.unavailable');

/** Whether a page can be shown again, or at least says something else. */
export const isAvailable = (path: string): Promise<boolean> =>
  ask(path).then(
    () => true,
    (error: unknown) => !isAway(error),
  );
