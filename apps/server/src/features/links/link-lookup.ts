import type { Db, Trx } from '#db/database.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { GuestActor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { requestFull } from './links.errors.ts';
import { findFileRequest, findShare, type LinkQuery, listTaking, listSharesOf } from './links.repo.ts';
import { isOpen, refusalOfRequest, roomOfRequest } from './links.rules.ts';
import type { OwnerState, RequestWithOwner, ShareWithOwner } from './links.types.ts';

export { areOf, type Whose, whoseOf } from './principals.repo.ts';
export { findLocales, findOwner } from './owners.repo.ts';

/** Refuses what belongs to an account that is not in use. */
const refuseOwner = ({ status, deleting_at: deleting }: OwnerState, gone: AppError): void => {
  if (deleting !== null) throw gone;
  if (status !== 'active') throw new AppError('share.unavailable', gone.details);
};

/**
 * A link that leads somewhere now, as far as it depends on itself and on its owner's account.
 *
 * @throws share.not_found, share.expired, share.unavailable
 */
export const requireShare = async (db: Db, query: LinkQuery, now: number): Promise<ShareWithOwner> => {
  const share = await findShare(db, query);
  if (share === undefined) throw new AppError('share.not_found');
  const about = { linkId: share.id };
  if (share.revoked_at !== null) throw new AppError('share.not_found', about);
  refuseOwner(share, new AppError('share.not_found', about));
  // Whose files cannot be downloaded shows them to nobody.
  if (share.can_download === 0) throw new AppError('share.unavailable', about);
  if (!isOpen(share, now)) throw new AppError('share.expired', about);
  return share;
};

export interface RequestQuery extends LinkQuery {
  /** One that takes nothing any more will do as well. */
  readonly closed: boolean;
}

/** A request for files. @throws file_request.not_found, file_request.closed, file_request.full, share.unavailable */
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

/** Those of the links by which no file can come any more. */
export const listClosedToUploads = async (db: Db, ids: readonly string[], now: number): Promise<string[]> => {
  if (ids.length === 0) return [];
  const taking = new Set(await listTaking(db, ids, now));
  return ids.filter((id) => !taking.has(id));
};

/** The links of these items that lead there now, as far as it depends on themselves. */
export const listOpenShares = async (db: Db, itemIds: readonly string[], now: number): Promise<ShareRow[]> =>
  (await listSharesOf(db, itemIds)).filter((share) => isOpen(share, now));

/** What the owner's account lets a guest do. */
export const restrictionsOf = (
  owner: OwnerState,
): Pick<GuestActor, 'canUpload' | 'canDownload' | 'canCreateFolder'> => ({
  canUpload: owner.can_upload === 1,
  canDownload: owner.can_download === 1,
  canCreateFolder: owner.can_create_folder === 1,
});

/**
 * The guest as they are now: what the link was when they came need not hold any more. Until the transaction ends the
 * owner's changes of the link wait.
 *
 * @throws what opening the link would throw; share.locked where its password is another one
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
