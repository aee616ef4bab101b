import type { FileRequestState } from '@holdall/contract/file-requests';
import type { FileRequestRow, ShareRow } from '#db/tables/links.ts';

type Ending = Pick<ShareRow, 'expires_at' | 'revoked_at'>;

/** Whether a link still leads somewhere, as far as it depends on itself. */
export const isOpen = ({ expires_at: end, revoked_at: revoked }: Ending, now: number): boolean =>
  revoked === null && (end === null || end > now);

/** What has become of a request for files. */
export const stateOfRequest = (
  { deadline, max_files: most, files, max_size: mostBytes, size, closed_at: closed }: FileRequestRow,
  now: number,
): FileRequestState => {
  if (closed !== null || (most !== null && files >= most) || (mostBytes !== null && size >= mostBytes))
    return 'filled';
  return deadline !== null && deadline <= now ? 'expired' : 'active';
};
