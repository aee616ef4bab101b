import type { FileRequestState } from '@holdall/contract/file-requests';
import type { FileRequestRow, ShareRow } from '#db/tables/links.ts';
import type { Room } from '#lib/actor.ts';

type Ending = Pick<ShareRow, 'expires_at' | 'revoked_at'>;

/** Tells whether a link can be opened, as far as it depends on itself. */
export const isOpen = ({ expires_at: end, revoked_at: revoked }: Ending, now: number): boolean =>
  revoked === null && (end === null || end > now);

/** Tells whether a link leads to several items. Such a link has its own id in place of an item's. */
export const isCollectionLink = ({ id, item_id: itemId }: Pick<ShareRow, 'id' | 'item_id'>): boolean =>
  id === itemId;

type Caps = Pick<FileRequestRow, 'max_files' | 'files' | 'max_size' | 'size'>;

const isFull = ({ max_files: most, files, max_size: mostBytes, size }: Caps): boolean =>
  (most !== null && files >= most) || (mostBytes !== null && size >= mostBytes);

const leftOf = (most: number | null, taken: number): number | null =>
  most === null ? null : Math.max(0, most - taken);

/** Returns the number of files and bytes that a request still accepts. */
export const roomOfRequest = ({ max_files: most, files, max_size: mostBytes, size }: Caps): Room => ({
  files: leftOf(most, files),
  bytes: leftOf(mostBytes, size),
});

/** Returns why a request accepts no more files; undefined if it does. */
export const refusalOfRequest = (
  { deadline, closed_at: closed, ...request }: FileRequestRow,
  now: number,
): 'file_request.closed' | 'file_request.full' | undefined => {
  if (closed !== null || (deadline !== null && deadline <= now)) return 'file_request.closed';
  return isFull(request) ? 'file_request.full' : undefined;
};

/** Returns the state of a request for files. */
export const stateOfRequest = (
  { deadline, closed_at: closed, ...request }: FileRequestRow,
  now: number,
): FileRequestState => {
  if (closed !== null || isFull(request)) return 'filled';
  return deadline !== null && deadline <= now ? 'expired' : 'active';
};
