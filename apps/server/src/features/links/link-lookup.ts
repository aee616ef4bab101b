import type { Db, Trx } from '#db/database.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { GuestActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { requestFull } from './links.errors.ts';
import { findFileRequest, findShare, type LinkQuery, listTaking, listSharesOf } from './links.repo.ts';
import { isOpen, refusalOfRequest, roomOfRequest } from './links.rules.ts';
import type { OwnerState, RequestWithOwner, ShareWithOwner } from './links.types.ts';

export { isInScope, type PrincipalScope, scopeOf } from './principals.repo.ts';
export { findLocales, findOwner } from './owners.repo.ts';

/** Refuses a link of an account that is not in use. */
const refuseOwner = ({ status, deleting_at: deleting }: OwnerState, gone: AppError): void => {
  if (deleting !== null) throw gone;
  if (status !== 'active') throw new AppError('share.unavailable', gone.details);
};

/**
 * Returns a link that can be opened now, as far as it depends on itself and on its owner's account.
 *
 * @throws share.not_found, share.expired, share.unavailable
 */
export const requireShare = async (db: Db, query: LinkQuery, now: number): Promise<ShareWithOwner> => {
  const share = await findShare(db, query);
  if (share === undefined) throw new AppError('share.not_found');
  const about = { linkId: share.id };
  if (share.revoked_at !== null) throw new AppError('share.not_found', about);
  refuseOwner(share, new AppError('share.not_found', about));
  // An owner who may not download cannot show the files to others either.
  if (share.can_download === 0) throw new AppError('share.unavailable', about);
  if (!isOpen(share, now)) throw new AppError('share.expired', about);
  return share;
};

export interface RequestQuery extends LinkQuery {
  /** Accepts a request that takes no more files. */
  readonly closed: boolean;
}

/**
 * Returns a request for files.
 *
 * @throws file_request.not_found, file_request.closed, file_request.full, share.unavailable
 */
export const requireFileRequest = async (
  db: Db,
  { closed, ...query }: RequestQuery,
  now: number,
): Promise<RequestWithOwner> => {
  const request = await findFileRequest(db, query);
  if (request === undefined) throw new AppError('file_request.not_found');
  const about = { linkId: request.id };
  refuseOwner(request, new AppError('file_request.not_found', about));
  const refusal = closed ? undefined : refusalOfRequest(request, now);
  if (refusal === 'file_request.full') throw requestFull(request);
  if (refusal !== undefined) throw new AppError(refusal, about);
  return request;
};

export { countActive as countActiveLinks, listLinkIds, listMembers, listSharesBy } from './links.repo.ts';

/** Returns those of the links that accept no more files. */
export const listClosedToUploads = async (db: Db, ids: readonly string[], now: number): Promise<string[]> => {
  if (ids.length === 0) return [];
  const taking = new Set(await listTaking(db, ids, now));
  return ids.filter((id) => !taking.has(id));
};

/** Lists the links of these items that can be opened now, as far as it depends on themselves. */
export const listOpenShares = async (db: Db, itemIds: readonly string[], now: number): Promise<ShareRow[]> =>
  (await listSharesOf(db, itemIds)).filter((share) => isOpen(share, now));

/** Returns the rights that the owner's account leaves to a guest. */
export const restrictionsOf = (
  owner: OwnerState,
): Pick<GuestActor, 'canUpload' | 'canDownload' | 'canCreateFolder'> => ({
  canUpload: owner.can_upload === 1,
  canDownload: owner.can_download === 1,
  canCreateFolder: owner.can_create_folder === 1,
});

/**
 * Returns the guest with the rights that they have now, because the link may have changed since they were let in.
 * The owner's changes of the link wait until the transaction ends.
 *
 * @throws what opening the link would throw; share.locked if its password has changed
 */
export const revalidateGuest = async (trx: Trx, guest: GuestActor, now: number): Promise<GuestActor> => {
  const query = { by: 'id', value: guest.linkId, lock: true } as const;
  if (guest.via === 'request') {
    const request = await requireFileRequest(trx, { ...query, closed: false }, now);
    return { ...guest, ...restrictionsOf(request), room: roomOfRequest(request) };
  }
  const share = await requireShare(trx, query, now);
  if (share.password_hash !== guest.passwordHash) throw new AppError('share.locked');
  return { ...guest, ...restrictionsOf(share), rights: share.permission };
};
